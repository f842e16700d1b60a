import type { ReviewTemplate } from '../../../schemas/generated/command';
import type { Decide } from '../decision';

/**
 * Stores how the platform judged a template (OPER-15). Templates are the platform's, so this command belongs to no
 * business.
 */
export const reviewTemplate: Decide<ReviewTemplate> = (context, { order_status: orderStatus, review }) => {
  context.set.reviews.save({ orderStatus, review: review as 'approved' | 'in_review' | 'rejected' });
  return { status: 200, body: { order_status: orderStatus, review } };
};
