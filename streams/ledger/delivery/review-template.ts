import type { ReviewTemplate } from '../../../schemas/generated/command';
import type { Decide } from '../decision';

/** D15: templates are the platform's, so this is no business's command. */
export const reviewTemplate: Decide<ReviewTemplate> = (context, { order_status: orderStatus, review }) => {
  context.set.reviews.save({ orderStatus, review: review as 'approved' | 'in_review' | 'rejected' });
  return { status: 200, body: { order_status: orderStatus, review } };
};
