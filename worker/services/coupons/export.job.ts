import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput, formatTime } from "#worker/contract/text/dates";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import { findRecord } from "#worker/records/queries";
import { exportCoupon } from "#worker/services/coupons/contract";
import { allCodes, pageOfUses } from "#worker/services/coupons/queries";
import { coupon } from "#worker/services/coupons/record";
import { couponTask } from "#worker/services/coupons/start-export";
import { organisationById } from "#worker/services/organisation/queries";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

const Input = v.object({ couponId: v.string() });
const mimetype = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The most uses in a file; the newest are kept. */
const maxExportedUses = 20_000;

/** Writes the codes of a coupon and their uses into a workbook (§7 POST /coupons/{id}/export). */
export const exportCouponJob: Job = {
	type: couponTask,
	readers: exportCoupon.access,
	retry: { access: exportCoupon.access },
	prepare: (given) => {
		const { couponId } = v.parse(Input, given);
		return (ctx, task) => makeFile(ctx, task, couponId);
	},
};

const makeFile = async (ctx: OrgContext, task: OpenTask, couponId: string) => {
	const [found, codes, uses, [organisation]] = await Promise.all([
		findRecord(ctx, coupon, couponId),
		allCodes(ctx, couponId),
		pageOfUses(ctx, couponId, { page: 0, size: maxExportedUses }),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!found || !organisation) return fail("not_found");
	const limit = found.usesPerCode === null ? "No limit" : Number(found.usesPerCode);
	const at = (moment: number) =>
		`${formatDateInput(moment, organisation.timeZone)} ${formatTime(moment, organisation.timeZone)}`;
	const bytes = await writeXlsx({
		sheets: [
			sheet(
				"Codes",
				["Code", "Used", "Uses allowed"],
				codes.map(({ code, uses }) => [code, uses, limit]),
			),
			sheet(
				"Uses",
				["Code", "Used at", "Payment", "Status", "Taken off", "Currency"],
				uses.data.map((use) => [
					use.code,
					at(use.usedAt),
					use.reference ?? "",
					use.status ?? "",
					use.amount / 100,
					use.currency,
				]),
			),
		],
		stringMode: "inline",
	});
	const objectKey = `${downloadsFolder}${ctx.organisationId}/${task.id}/codes.xlsx`;
	const madeAt = momentInName(localMoments(organisation.timeZone)(ctx.now()));
	await ctx.env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: mimetype } });
	const result = { objectKey, name: `Codes of ${found.name} ${madeAt}.xlsx`, mimetype, size: bytes.length };
	await ctx.db.batch([advanceTask(ctx, task, { done: 1, result })]);
	return ok(undefined);
};

type Row = (string | number)[];

const sheet = (name: string, headings: string[], rows: Row[]): WriteSheet => ({
	name,
	columns: headings.map((_, column) => ({ width: column === 0 || column === 2 ? 24 : 18 })),
	freezePane: { rows: 1 },
	autoFilter: { range: `A1:${"ABCDEF"[headings.length - 1]}${rows.length + 1}` },
	rows: [headings, ...rows],
});
