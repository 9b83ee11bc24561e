import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { readCouponChoices } from "#app/routes/coupons/coupon-choices.server";
import { couponScreen } from "#app/routes/coupons/screen";
import { titledOver } from "#app/shell/titled";
import { couponRecord } from "#worker/services/coupons/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(args, couponRecord, couponScreen, readCouponChoices);
export const action = (args: ActionFunctionArgs) => restoreRecord(args, couponRecord);
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const CouponHistory = () => <RecordHistory screen={couponScreen} />;
export default CouponHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
