/** A small machine's share: cards need little, and what PostgreSQL does not take serves as file cache. */
export const frugal = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '40',
  superuser_reserved_connections: '3',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '1MB',
  max_wal_size: '512MB',
  max_wal_senders: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '1',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  // Whoever started it starts it again: from within it would stay where it cannot finish, on a full disk.
  restart_after_crash: 'off',
  // What is said of statements would carry people's names and numbers; the program logs its own failures.
  logging_collector: 'off',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
