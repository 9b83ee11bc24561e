import type { Background } from "#worker/feature-background";
import { exportCouponJob } from "#worker/services/coupons/export.job";

export const couponsBackground: Background = { jobs: [exportCouponJob] };
