/** What a press on a service is counted as: the report knows some of them under another spelling. */
export const clickName = (serviceName: string) => ({ 'Linked In': 'LinkedIn' })[serviceName] ?? serviceName
