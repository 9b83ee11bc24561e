import { eq } from "drizzle-orm";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { settlementLines } from "#worker/database/schema/settlements";
import type { Env } from "#worker/env";
import type { PaymentDayDetails } from "#worker/services/settlements/contract";
import type { DayList, DayRow } from "#worker/services/settlements/day-rows.contract";
import type { SettlementFile, SettlementRow } from "#worker/services/settlements/files.contract";
import { settlementsRoutes } from "#worker/services/settlements/routes";
import { transactionsRoutes } from "#worker/services/transactions/routes";

export const headings = "Reference,RRR,Provider reference,Paid at,Currency,Amount,Fee,Settled,Channel";

/** A line of a settlement file in the stand-ins' format. Amounts in minor units. */
export const lineOf = ({
	reference,
	rrr = "",
	providerReference = "",
	day,
	amount,
	fee = 0,
	currency = "NGN",
}: {
	reference: string;
	rrr?: string;
	providerReference?: string;
	day: string;
	amount: number;
	fee?: number;
	currency?: string;
}) =>
	[
		...[reference, rrr, providerReference, `${day} 10:00:00`, currency],
		...[amount / 100, fee / 100, (amount - fee) / 100, "card"],
	].join(",");

/** An institution on 20 November 2026 with staff who may do everything with payments; jobs run when the test says so. */
export const openSettlements = async (
	privileges: Parameters<typeof createUser>[0]["privileges"] = ["payments:r", "payments:u"],
	bindings: Partial<Env> = {},
) => {
	const { id: organisationId } = await createOrganisation({ name: "Crestfield University" });
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { firstName: "Ada", lastName: "Obi" });
	const queues = keepingQueues();
	Object.assign(queues.bindings, bindings);
	const clock = testClock();
	const call = serviceApp([settlementsRoutes, transactionsRoutes], clock, queues.bindings);
	const { headers } = await signIn(await createUser({ organisationId, privileges }), clock.now());
	const ask = async <T>(path: string, method = "GET", body?: unknown, as = headers) => {
		const response = await call(path, { method, headers: as, body });
		return { status: response.status, body: await response.json<T>(), location: response.headers.get("location") };
	};
	const work = async (times = 1) => {
		for (let jobs = queues.sentJobs.splice(0); jobs.length > 0; jobs = queues.sentJobs.splice(0))
			for (let time = 0; time < times; time += 1) await deliverJobs(jobs, { clock, bindings: queues.bindings });
	};
	const upload = (platform: string, lines: readonly string[], name = "settled.csv") => {
		const form = new FormData();
		form.set("data", JSON.stringify({ name, platform }));
		form.set("file", new File([[headings, ...lines].join("\r\n")], name));
		return ask<SettlementFile & { code: string; fields?: Record<string, string[]> }>(
			"/payments/settlements",
			"POST",
			form,
		);
	};
	const file = (id: string) => ask<SettlementFile>(`/payments/settlements/${id}`);
	return {
		organisationId,
		application,
		applicant,
		clock,
		queues,
		call,
		headers,
		ask,
		work,
		upload,
		file,
		/** A payment that was paid on a day. */
		pay: (day: string | null, values: Parameters<typeof createTransaction>[1] = {}) =>
			createTransaction(applicant, {
				status: day === null ? "pending" : "success",
				paidDay: day,
				gatewayCharge: 0,
				paidAt: day === null ? null : Date.parse(`${day}T09:00:00Z`),
				...values,
			}),
		/** Uploads a file and keeps its lines. */
		settle: async (platform: string, lines: readonly string[]) => {
			const { body } = await upload(platform, lines);
			await work();
			const added = await ask(`/payments/settlements/${body.id}/add`, "POST");
			await work();
			return { id: body.id, status: added.status, file: (await file(body.id)).body };
		},
		rows: (id: string, search = "") =>
			ask<{ data: SettlementRow[]; resultTotal: number }>(`/payments/settlements/${id}/rows?size=100${search}`),
		day: (day: string, platform = "PAYSTACK") => ask<PaymentDayDetails>(`/payments/days/${day}/${platform}`),
		/** Every row of a list of a day, read page by page. */
		dayRows: async (
			day: string,
			{ list, currency, size = 100 }: { list: DayList; currency?: string; size?: number },
		) => {
			const rows: DayRow[] = [];
			for (let after: string | null = ""; after !== null; ) {
				const query = new URLSearchParams({
					list,
					size: String(size),
					...(currency && { currency }),
					...(after && { after }),
				});
				const path = `/payments/days/${day}/PAYSTACK/rows?${query}`;
				const { status, body } = await ask<{ data: DayRow[]; nextAfter: string | null }>(path);
				if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
				rows.push(...body.data);
				after = body.nextAfter;
			}
			return rows;
		},
		close: (day: string, body: { version: number; note?: string }, platform = "PAYSTACK", as = headers) =>
			ask<PaymentDayDetails & { code: string; error: string }>(
				`/payments/days/${day}/${platform}/close`,
				"POST",
				body,
				as,
			),
		lines: () =>
			testDb()
				.select()
				.from(settlementLines)
				.where(eq(settlementLines.organisationId, organisationId))
				.orderBy(settlementLines.seq),
	};
};
