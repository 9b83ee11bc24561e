import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { showsRecords } from "#app/records/screen";
import { readCouponChoices } from "#app/routes/coupons/coupon-choices.server";
import { couponScreen } from "#app/routes/coupons/screen";
import { titledOver } from "#app/shell/titled";
import { couponRecord } from "#worker/services/coupons/contract";

export const meta = titledOver("Edit discount code");
export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, couponRecord, couponScreen, { loadChoices: readCouponChoices });
export const action = (args: ActionFunctionArgs) => saveRecord(args, couponRecord, couponScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const EditCoupon = () => <RecordDialog screen={couponScreen} />;
export default EditCoupon;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
