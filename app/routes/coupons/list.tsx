import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { showsRecords } from "#app/records/screen";
import { readCouponChoices } from "#app/routes/coupons/coupon-choices.server";
import { couponScreen } from "#app/routes/coupons/screen";
import { titled } from "#app/shell/titled";
import { couponRecord } from "#worker/services/coupons/contract";

export const meta = titled("Discount codes");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, couponRecord, couponScreen, readCouponChoices);
export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const Coupons = () => <RecordList screen={couponScreen} />;
export default Coupons;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
