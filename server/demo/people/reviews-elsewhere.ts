import type { AgentReview, LenderReview } from '#contract/cards/reviews.ts'
import type { ReviewsElsewhere } from '../person.ts'

const profileOf = (name: string) => `https://www.zillow.com/profile/${name}`

const agent = (
  reviewer: string,
  reviewDate: string,
  rating: number,
  words: Pick<AgentReview, 'ratingText' | 'reviewSummary' | 'description'> & { reviewerLink?: string },
  parts: [number, number, number, number],
): AgentReview => ({
  reviewURL: `https://www.zillow.com/reviews/${reviewer}`,
  reviewerLink: '',
  reviewer,
  reviewDate,
  rating,
  ...words,
  localknowledgeRating: parts[0],
  processexpertiseRating: parts[1],
  responsivenessRating: parts[2],
  negotiationskillsRating: parts[3],
})

export const marenElsewhere: ReviewsElsewhere = {
  source: 'zillow-agent',
  key: 'marenholloway',
  answer: {
    profile: { profileURL: profileOf('marenholloway') },
    reviews: [
      agent(
        'desmond.hale',
        '2025-04-18',
        5,
        {
          ratingText: 'Highly likely to recommend',
          reviewSummary: 'Sold a home in 2025',
          reviewerLink: 'https://www.zillow.com/user/desmond.hale',
          description:
            'We were selling from two time zones away. Maren staged the place, met the inspector, and sent a short video after every showing. It closed four days early and nothing about it felt rushed, which after our last sale was a relief to both of us.',
        },
        [5, 5, 5, 4.8],
      ),
      agent(
        'nadiafarrow',
        '2025-02-09',
        4,
        {
          ratingText: 'Likely to recommend',
          reviewSummary: 'Bought a condo in 2025',
          reviewerLink: 'https://www.zillow.com/user/nadiafarrow',
          description:
            'Straight answers, no pressure. Parking at showings was the only hiccup, and she started scheduling around it by the second weekend.',
        },
        [5, 4.5, 4.5, 4],
      ),
    ],
  },
}

export const julianElsewhere: ReviewsElsewhere = {
  source: 'zillow-agent',
  key: 'julianashcroft',
  answer: {
    profile: { profileURL: profileOf('julianashcroft') },
    reviews: [
      agent(
        'beatriz.monteiro',
        '2024-11-30',
        5,
        {
          ratingText: 'Highly likely to recommend',
          reviewSummary: 'Bought a home in 2024',
          reviewerLink: 'https://www.zillow.com/user/beatriz.monteiro',
          description: 'He talked us out of the first two houses and was right both times. The third one has the view.',
        },
        [5, 5, 4.5, 5],
      ),
      agent(
        'gus.ferreira',
        '2024-08-14',
        4.5,
        {
          ratingText: 'Likely to recommend',
          reviewSummary: 'Sold and bought in 2024',
          reviewerLink: 'https://www.zillow.com/user/gus.ferreira',
          description: 'Two closings in one week, and he kept the calendar for all of us.',
        },
        [4.5, 5, 5, 4.5],
      ),
    ],
  },
}

const lender = (displayName: string, review: Omit<LenderReview, 'reviewerName'>): LenderReview => ({
  ...review,
  reviewerName: { displayName },
})

export const priyaElsewhere: ReviewsElsewhere = {
  source: 'zillow-lender',
  key: '1948207',
  answer: {
    profileURL: 'https://www.zillow.com/lender-profile/priyavenn',
    reviews: [
      lender('Lucía Bellmont', {
        created: '2025-06-12',
        rating: 5,
        title: 'Closed on a Friday, as promised',
        content:
          'I run a bakery, so my income is lumpy. Priya asked for everything once, explained why, and never asked again. We had keys nine days before the lease ended.',
        serviceProvided: 'LoanClosed',
        loanPurpose: 'Purchase',
        loanProgram: 'Fixed30Year',
        loanType: 'Conventional',
        closeDateSatisfaction: 'ExceededExpectations',
        interestRateSatisfaction: 'MetExpectations',
        closingCostsSatisfaction: 'MetExpectations',
        details: ['SelfEmployed', 'FirstTimeBuyer'],
      }),
      lender('Caleb Thorne', {
        created: '2025-03-04',
        rating: 4,
        title: 'Good rate, slow appraisal',
        content:
          'The refinance itself was painless. The appraiser cost us two weeks, though Priya called every few days so we were never guessing.',
        serviceProvided: 'LoanInProgress',
        loanPurpose: 'Refinance',
        loanProgram: 'Fixed15Year',
        loanType: 'FHA',
        closeDateSatisfaction: 'DidNotMeetExpectations',
        interestRateSatisfaction: 'ExceededExpectations',
        closingCostsSatisfaction: 'MetExpectations',
        details: [],
      }),
    ],
  },
}
