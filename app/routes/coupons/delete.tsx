import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DeleteRecord, keepDeletion } from "#app/records/delete-record";
import { deleteRecord, openDeletion } from "#app/records/record.server";
import { showsRecords } from "#app/records/screen";
import { couponScreen } from "#app/routes/coupons/screen";
import { titledOver } from "#app/shell/titled";
import { couponRecord } from "#worker/services/coupons/contract";

export const meta = titledOver("Delete discount code");
export const loader = (args: LoaderFunctionArgs) => openDeletion(args, couponRecord, couponScreen);
export const action = (args: ActionFunctionArgs) => deleteRecord(args, couponRecord, couponScreen);
export const clientAction = keepDeletion;
export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const DeleteCoupon = () => <DeleteRecord screen={couponScreen} />;
export default DeleteCoupon;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
