import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findRecord } from "#worker/records/queries";
import { coupon } from "#worker/services/coupons/record";
import { startTask } from "#worker/tasks/start-task";

/** The type of the tasks that write the codes of a coupon into a file. */
export const couponTask = "EXPORT_COUPON";

/** Starts the export of a coupon (§7 POST /coupons/{id}/export); its job is in `export.job.ts`. */
export const startExport = async (ctx: OrgContext, id: string) => {
	const found = await findRecord(ctx, coupon, id);
	if (!found) return fail("not_found");
	const started = await startTask(ctx, {
		type: couponTask,
		input: { couponId: id },
		total: 1,
		makesFile: true,
		applicationTitle: String(found.name),
		path: `manage-discount-code/${id}`,
	});
	return started.ok ? ok({ taskId: started.value }) : started;
};
