import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { platformName } from "#worker/contract/payment-platforms";
import { fail, ok, okOr } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { streamFailedRows } from "#worker/imports/failed-rows";
import { beginStep } from "#worker/imports/import-task";
import { type FoundImport, findImport, pageOfImports, pageOfRows } from "#worker/imports/imports.queries";
import { isAloneIn, putAway } from "#worker/imports/imports.writes";
import { startListImport } from "#worker/imports/start-import";
import type { importSettlements, SettlementFile, SettlementRow } from "#worker/services/settlements/files.contract";

/** What settlement files go into. why the colon: no id of a candidate group has one, so no address of theirs finds them. */
const target = ":settlements";

export const settlementTasks = { read: "SETTLEMENT_LIST", add: "SETTLEMENT_IMPORT" } as const;

const noticesOf = (id: string) => ({ path: `transactions/settlements/${id}`, topics: [topicOf("payments")] });

const findFile = async (ctx: OrgContext, importId: string): Promise<SettlementFile | undefined> => {
	const found = await findImport(ctx, { target, importId });
	return found && toFile(found);
};

const toFile = ({ target: _, addsDuplicates: __, platform, ...found }: FoundImport): SettlementFile => ({
	...found,
	platform: platform ?? "",
});

export const pageOfFiles = async (ctx: OrgContext, query: { page: number; size: number }) => {
	const { data, ...page } = await pageOfImports(ctx, target, query);
	return { ...page, data: data.map(toFile) };
};

export const openFile = async (ctx: OrgContext, id: string) => okOr(await findFile(ctx, id), "not_found");

/** Starts the import of a settlement file: it is read and matched in the background. */
export const startFile = async (
	ctx: OrgContext,
	{ data: { name, platform }, files }: EndpointRequest<typeof importSettlements>["body"],
) => {
	const title = `${platformName(platform)}: ${name}`;
	const list = { target, platform, type: settlementTasks.read, name, title, noticesOf, files };
	const started = await startListImport(ctx, list);
	if (!started.ok) return started;
	const file = await findFile(ctx, started.value);
	if (!file) throw new Error(`Settlement file ${started.value} is gone`);
	return ok(file);
};

/** A line as its row keeps it: texts alone. */
export const StoredLine = v.object({
	/** What names the payment. */
	reference: v.string(),
	/** What the file calls its reference; left out in rows from before 28 November 2026. */
	ownReference: v.optional(v.string()),
	rrr: v.string(),
	providerReference: v.string(),
	day: v.string(),
	currency: v.string(),
	amount: v.string(),
	fee: v.string(),
	transactionId: v.string(),
});
export type StoredLine = v.InferOutput<typeof StoredLine>;

const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null);

type RowsQuery = Parameters<typeof pageOfRows>[2];

/** Reads one page of the rows of a settlement file, each with its line and why it does not match. */
export const listFileRows = async (ctx: OrgContext, id: string, query: RowsQuery) => {
	const found = await findFile(ctx, id);
	if (!found) return fail("not_found");
	const { data, ...page } = await pageOfRows(ctx, found, query);
	const rows = data.map(({ data: { reference = "", day = "", currency = "", ...line }, reasons, ...row }) => ({
		...row,
		line: {
			reference,
			day,
			currency,
			amount: numberOf(line.amount),
			fee: numberOf(line.fee),
			transactionId: line.transactionId || null,
		},
		reason: reasons.length > 0 ? reasons.join(" ") : null,
	}));
	return ok({ ...page, data: rows satisfies SettlementRow[] });
};

/** What is kept of a file: everything that can be read and was not imported before. */
export const keptOutcomes = ["matched", "amount_differs", "unknown_reference", "not_successful"] as const;

/** Begins to keep the lines of a settlement file, in the background. */
export const addFile = async (ctx: OrgContext, id: string) => {
	const found = await findFile(ctx, id);
	if (!found) return fail("not_found");
	const { name: title, rows: total, status, counts } = found;
	if (status === "ready" && !keptOutcomes.some((outcome) => counts[outcome])) return fail("import_adds_nothing");
	const about = { importId: id, type: settlementTasks.add, title, total, ...noticesOf(id) };
	const move = { from: ["ready"], status: "adding", onlyIf: isAloneIn(ctx, target) } as const;
	return (await beginStep(ctx, about, move)) ? openFile(ctx, id) : fail("import_elsewhere");
};

/** Discards a settlement file whose lines were not kept; the sweep deletes its rows. */
export const discardFile = async (ctx: OrgContext, id: string) => {
	if (!(await findFile(ctx, id))) return fail("not_found");
	return (await putAway(ctx, id)) ? ok({ id }) : fail("import_elsewhere");
};

/** Streams a workbook of the rows that match no payment. */
export const openFailedLines = async (ctx: OrgContext, id: string) => {
	const found = await findFile(ctx, id);
	return found?.columns ? ok(streamFailedRows(ctx, found, "matched")) : fail("not_found");
};
