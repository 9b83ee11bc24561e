import type { DatabaseSync } from "node:sqlite";
import type { ImportRow } from "#worker/contract/imports";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import type { Row, Rows } from "../insert";
import type { People } from "../people";
import type { Setup } from "../setup";
import { day, hour } from "../times";

/** How many days back have settlement files, and from which on days are closed. */
const settledDays = 9;
const closedFrom = 4;
/** Both institutions of the demo are in Nigeria. */
const timeZone = "Africa/Lagos";
/** The most lines of a file. why: a demo can be made with a million applicants. */
const mostLines = 200;

const headings = [
	"Reference",
	"RRR",
	"Provider reference",
	"Paid at",
	"Currency",
	"Amount",
	"Fee",
	"Settled",
	"Channel",
];
const fields = ["reference", "rrr", "providerReference", "paidAt", "currency", "amount", "fee", "", ""];

interface Payment {
	id: string;
	reference: string;
	rrr: string | null;
	total: number;
	currency: string;
	courseId: string | null;
}

interface Line {
	payment?: Payment;
	reference: string;
	amount: number;
	outcome: ImportRow["outcome"];
	reason?: string;
}

/** What a platform keeps, roughly its published price. */
const feeOf = (platform: string, amount: number): number =>
	platform === "REMITA" ? Math.min(16_125, amount) : Math.min(Math.round(amount * 0.015), 200_000);

const major = (minor: number) => (minor / 100).toFixed(2);

/**
 * Makes what an institution settled: for the last days a file of each platform, days that were closed, one of them with
 * something that arrived later, and a day on which lines of every kind came. It reads the payments that are there.
 */
export const settle = (
	database: DatabaseSync,
	insert: (rows: Rows) => void,
	{ idOf, organisation }: Setup,
	{ rows: staff, idByRole }: People,
	now: number,
): void => {
	const organisationId = organisation.id;
	const [officerId = ""] = idByRole("super-admin");
	const officer = staff.users.find(({ id }) => id === officerId);
	const officerName = `${officer?.firstName} ${officer?.lastName}`;
	const paidOn = database.prepare(
		`SELECT id, reference, rrr, amount + gateway_charge AS total, currency, course_id AS courseId FROM transactions
		WHERE organisation_id = ? AND paid_day = ? AND platform = ? ORDER BY seq LIMIT ?`,
	);
	const pendingOf = database.prepare(
		`SELECT id, reference, rrr, amount + gateway_charge AS total, currency, course_id AS courseId FROM transactions
		WHERE organisation_id = ? AND status = 'pending' AND platform = ? ORDER BY seq LIMIT 1`,
	);
	const platforms = database
		.prepare("SELECT DISTINCT platform FROM payment_day_sums WHERE organisation_id = ? AND day >= ? ORDER BY 1")
		.all(organisationId, formatDateInput(now - settledDays * day, timeZone))
		.map(({ platform }) => String(platform));

	const keep = (platform: string, of: string, lines: readonly Line[], at: number, key = "settlement"): string => {
		const importId = idOf(key, `${platform} ${of}`);
		const kept = lines.filter(({ outcome }) => outcome !== "wrong" && outcome !== "already_imported");
		const counts: Record<string, number> = { added: kept.length };
		for (const { outcome } of lines) counts[outcome ?? ""] = (counts[outcome ?? ""] ?? 0) + 1;
		insert({
			imports: [
				{
					organisationId,
					id: importId,
					target: ":settlements",
					platform,
					format: "csv",
					size: 90 * lines.length,
					fileName: `${platformName(platform)} ${of}.csv`,
					status: "added",
					rows: lines.length,
					counts,
					columns: headings.map((header, index) => ({ header, samples: [], field: fields[index] ?? "" })),
					createdBy: officerId,
					createdByName: officerName,
					createdAt: at - hour / 2,
					addedAt: at,
				},
			],
			importRows: lines.map((line, index) => rowOf(importId, index, line, { platform, of })),
			settlementLines: kept.map(({ payment, reference, amount, outcome }, index) => ({
				organisationId,
				platform,
				reference,
				day: of,
				currency: payment?.currency ?? "NGN",
				amount,
				fee: feeOf(platform, amount),
				result: outcome as Row<"settlementLines">["result"],
				transactionId: payment?.id ?? null,
				importId,
				rowNumber: lines.indexOf(kept[index] as Line) + 2,
				createdAt: at,
			})),
		});
		return importId;
	};

	const rowOf = (
		importId: string,
		index: number,
		{ payment, reference, amount, outcome, reason }: Line,
		{ platform, of }: { platform: string; of: string },
	): Row<"importRows"> => {
		const [fee, currency] = [feeOf(platform, amount), payment?.currency ?? "NGN"];
		const texts = { reference, rrr: payment?.rrr ?? "", providerReference: "", day: of, currency };
		return {
			organisationId,
			importId,
			position: index + 1,
			rowNumber: index + 2,
			outcome,
			reasons: reason ? [reason] : [],
			cells:
				outcome === "matched"
					? []
					: [
							reference,
							payment?.rrr ?? "",
							"",
							`${of} 12:00:00`,
							currency,
							major(amount),
							major(fee),
							major(Math.max(0, amount - fee)),
							"card",
						],
			data: { ...texts, amount: String(amount), fee: String(fee), transactionId: payment?.id ?? "" },
			state: outcome === "wrong" || outcome === "already_imported" ? null : "added",
		};
	};

	/** The open day and platform with the most payments: there not everything fits. */
	const [odd] = database
		.prepare(
			`SELECT day, platform FROM payment_day_sums WHERE organisation_id = ? AND day > ? AND day <= ? AND payments > 1
			ORDER BY payments DESC, day DESC LIMIT 1`,
		)
		.all(organisationId, ...[closedFrom, 2].map((back) => formatDateInput(now - back * day, timeZone)));

	const matched = (payment: Payment): Line => ({
		payment,
		reference: payment.reference,
		amount: payment.total,
		outcome: "matched",
	});

	for (let back = settledDays; back >= 2; back -= 1) {
		const of = formatDateInput(now - back * day, timeZone);
		for (const platform of platforms) {
			const payments = paidOn.all(organisationId, of, platform, mostLines) as unknown as Payment[];
			if (payments.length === 0) continue;
			const at = now - (back - 1) * day;
			const isOdd = odd?.day === of && odd.platform === platform;
			keep(
				platform,
				of,
				isOdd
					? oddLines(payments, pendingOf.get(organisationId, platform) as unknown as Payment)
					: payments.map(matched),
				at,
			);
			if (back < closedFrom) continue;
			const late = back === closedFrom ? payments.at(-1) : undefined;
			close(database, { organisationId, of, platform, officerId, officerName, at: at + 2 * hour, late });
			if (late)
				keep(
					platform,
					of,
					[{ reference: `UNKNOWN-${of}`, amount: 250_000, outcome: "unknown_reference", reason: unknown }],
					at + day,
					"late",
				);
		}
	}
	insert({
		imports: [
			{
				organisationId,
				id: idOf("settlement", "refused"),
				target: ":settlements",
				platform: "REMITA",
				format: "xlsx",
				fileName: "Staff list.xlsx",
				size: 18_240,
				status: "refused",
				createdBy: officerId,
				createdByName: officerName,
				createdAt: now - 5 * hour,
				refusal: "The file has no column “RRR” and no column “Amount”. Choose a settlement file of the platform.",
			},
		],
	});
};

const unknown = "No payment here has this reference.";

/** Returns lines of every kind: one of another amount, one that nobody knows, one not successful here, and so on. */
const oddLines = (payments: readonly Payment[], pending: Payment | undefined): Line[] => {
	const [first, second, ...rest] = payments as [Payment, Payment, ...Payment[]];
	const asked = formatMoney(first.total, first.currency);
	const less = first.total - 100_000;
	return [
		{
			payment: first,
			reference: first.reference,
			amount: less,
			outcome: "amount_differs",
			reason: `${asked} was asked for, and ${formatMoney(less, first.currency)} was paid.`,
		},
		// why not the rest: one payment that was expected is missing.
		...rest.map(
			(payment): Line => ({ payment, reference: payment.reference, amount: payment.total, outcome: "matched" }),
		),
		{ reference: "T999000111222333", amount: 1_500_000, outcome: "unknown_reference", reason: unknown },
		...(pending
			? [
					{
						payment: pending,
						reference: pending.reference,
						amount: pending.total,
						outcome: "not_successful" as const,
						reason: "The payment is pending here. It is checked with the platform.",
					},
				]
			: []),
		{
			payment: first,
			reference: first.reference,
			amount: less,
			outcome: "already_imported",
			reason: "This line was imported before.",
		},
		{ reference: "", amount: second.total, outcome: "wrong", reason: "There is no reference." },
	];
};

interface Closed {
	organisationId: string;
	of: string;
	platform: string;
	officerId: string;
	officerName: string;
	at: number;
	/** A payment that was known only after the close. */
	late: Payment | undefined;
}

/** Closes a day; a late payment is not in its sums. */
const close = (
	database: DatabaseSync,
	{ organisationId, of, platform, officerId, officerName, at, late }: Closed,
): void => {
	database
		.prepare(
			`INSERT INTO payment_day_closes (organisation_id, day, platform, sums, note, closed_by, closed_by_name, closed_at)
			SELECT organisation_id, day, platform, json_group_array(json_object('currency', currency,
				'payments', payments - iif(currency = ?, 1, 0), 'expected', expected - iif(currency = ?, ?, 0),
				'reversals', reversals, 'reversed', reversed, 'lines', lines, 'settled', settled, 'fees', fees,
				'unmatched', unmatched)), ?, ?, ?, ?
			FROM payment_day_sums WHERE organisation_id = ? AND day = ? AND platform = ? GROUP BY organisation_id, day, platform`,
		)
		.run(
			late?.currency ?? "",
			late?.currency ?? "",
			late?.total ?? 0,
			late ? "One payment more is settled than we know." : "",
			officerId,
			officerName,
			at,
			organisationId,
			of,
			platform,
		);
	if (!late) return;
	database
		.prepare(
			`INSERT INTO payment_late_arrivals (organisation_id, day, platform, currency, kind, amount, fee, reference,
				transaction_id, created_at) VALUES (?, ?, ?, ?, 'payment', ?, 0, ?, ?, ?)`,
		)
		.run(organisationId, of, platform, late.currency, late.total, late.reference, late.id, at + 3 * hour);
};
