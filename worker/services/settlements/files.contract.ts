import * as v from "valibot";
import { described, file, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { IdParams } from "#worker/contract/ids";
import { Import, ImportRow, ListDetails, rowFilter } from "#worker/contract/imports";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { internationalPlatforms, localPlatforms } from "#worker/contract/payment-platforms";
import { readers, writers } from "#worker/services/settlements/contract";

const section = "§7 Payments";

export const settlingPlatforms = [...localPlatforms, ...internationalPlatforms] as const;

export const SettlementFile = v.object({
	...Import.entries,
	platform: text("The platform that it is of."),
});
export type SettlementFile = v.InferOutput<typeof SettlementFile>;

export const importSettlements = defineEndpoint({
	method: "POST",
	path: "/payments/settlements",
	summary: `Upload a settlement file of a platform (.xlsx or CSV, at most ${megabytes(maxFileBytes)} and 100,000 rows). Multipart: \`data\` is the JSON, \`file\` the file. It is read and matched with the payments in the background; nothing is kept until \`…/add\` is called.`,
	section,
	access: writers,
	wholeInstitution: true,
	body: multipartBody(
		v.strictObject({
			...ListDetails.entries,
			platform: described(v.picklist(settlingPlatforms, "Choose a platform."), "The platform that settled."),
		}),
	),
	encoding: "multipart",
	response: SettlementFile,
	created: "/payments/settlements/{id}",
	problems: ["too_many_tasks"],
	idempotent: true,
});

export const listSettlements = defineEndpoint({
	method: "GET",
	path: "/payments/settlements",
	summary: "The settlement files that were uploaded, newest first.",
	section,
	access: readers,
	wholeInstitution: true,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(SettlementFile),
});

export const getSettlement = defineEndpoint({
	method: "GET",
	path: "/payments/settlements/:id",
	summary: "One settlement file: its status, and how many rows have each result.",
	section,
	access: readers,
	wholeInstitution: true,
	params: IdParams,
	response: SettlementFile,
});

export const SettlementRow = v.object({
	...ImportRow.entries,
	line: described(
		v.object({
			reference: text("What names the payment: our reference where the payment is known."),
			day: text("The day of the institution that it counts for, YYYY-MM-DD; empty where it cannot be read."),
			currency: text("The currency."),
			amount: v.nullable(whole("What was paid, in the minor unit; null where it cannot be read.")),
			fee: v.nullable(whole("What the platform kept, in the minor unit; null where it cannot be read.")),
			transactionId: v.nullable(text("The id of our payment; null where none is known.")),
		}),
		"What the row says.",
	),
	reason: v.nullable(text("Why it does not match or cannot be kept; null where it matches.")),
});
export type SettlementRow = v.InferOutput<typeof SettlementRow>;

export const listSettlementRows = defineEndpoint({
	method: "GET",
	path: "/payments/settlements/:id/rows",
	summary:
		"The rows of a settlement file in its order, each with its result: matched, amount_differs, unknown_reference, not_successful, already_imported or wrong. Once kept, rows have the state `added`.",
	section,
	access: readers,
	wholeInstitution: true,
	params: IdParams,
	query: v.strictObject({ ...rowFilter, page: PageIndex, size: PageSize() }),
	response: PageOf(SettlementRow),
});

export const addSettlement = defineEndpoint({
	method: "POST",
	path: "/payments/settlements/:id/add",
	summary:
		"Keep the lines of a settlement file, in the background. Payments that are paid by it but not successful here are checked with the platform; what does not match is noted as an exception.",
	section,
	access: writers,
	wholeInstitution: true,
	params: IdParams,
	response: SettlementFile,
	accepted: "/tasks/{task.id}",
	problems: ["import_elsewhere", "import_adds_nothing"],
	idempotent: true,
});

export const discardSettlement = defineEndpoint({
	method: "DELETE",
	path: "/payments/settlements/:id",
	summary: "Discard a settlement file whose lines were not kept.",
	section,
	access: writers,
	wholeInstitution: true,
	params: IdParams,
	response: v.object({ id: text("The id of the discarded file.") }),
	problems: ["import_elsewhere"],
});

export const getFailedSettlementRows = defineEndpoint({
	method: "GET",
	path: "/payments/settlements/:id/failed-rows",
	summary:
		"The rows that match no payment or cannot be read, as a workbook: the file's own columns and one with the reason.",
	section,
	access: readers,
	wholeInstitution: true,
	params: IdParams,
	response: file("The workbook.", "application/octet-stream"),
});
