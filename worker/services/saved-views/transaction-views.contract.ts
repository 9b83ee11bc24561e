import * as v from "valibot";
import { described, flag, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordVersion, SeenVersion } from "#worker/contract/version";
import { ViewName } from "#worker/services/saved-views/contract";
import { TransactionFilter } from "#worker/services/transactions/contract";

const readers = anyOf("payments");
const section = "§2 Transactions screen";

const { name, status, platform, startDate, endDate } = TransactionFilter.entries;
/** What the transactions screen can be filtered by. */
export const TransactionViewFilter = v.strictObject({ name, status, platform, startDate, endDate });
export type TransactionViewFilter = v.InferOutput<typeof TransactionViewFilter>;

export const TransactionView = v.object({
	id: text("The id of the view."),
	name: text("The name of the view."),
	isShared: flag("Whether all staff who see payments see it, or only its owner."),
	ownerName: text("The name of the user who saved it."),
	mayChange: flag("Whether the user can rename, share and delete it."),
	filters: described(v.object(TransactionViewFilter.entries), "The filter of the view."),
	version: RecordVersion,
});
export type TransactionView = v.InferOutput<typeof TransactionView>;

const settings = {
	name: ViewName,
	isShared: flag("Whether all staff see it; sharing needs payments:u."),
};

export const listTransactionViews = defineEndpoint({
	method: "GET",
	path: "/payment-views",
	summary: "The user's own views of transactions and those that the office shares, by name.",
	section,
	access: readers,
	query: ShortListQuery,
	response: PageOf(TransactionView),
});

export const createTransactionView = defineEndpoint({
	method: "POST",
	path: "/payment-views",
	summary: "Keeps the filters of the transactions under a name. Sharing it with the office needs payments:u.",
	section,
	access: readers,
	body: v.strictObject({ ...settings, filters: described(TransactionViewFilter, "The filter of the view.") }),
	example: { name: "Pending at Remita", isShared: false, filters: { status: "PENDING", platform: "REMITA" } },
	response: v.object({ id: text("The id of the view.") }),
	created: "/payment-views/{id}",
	problems: ["view_exists", "too_many_views", "view_not_yours"],
	idempotent: true,
});

export const updateTransactionView = defineEndpoint({
	method: "PATCH",
	path: "/payment-views/:id",
	summary: "Renames, shares or refilters a view of transactions: one's own, or with payments:u the office's.",
	section,
	access: readers,
	params: IdParams,
	body: v.strictObject({
		...settings,
		filters: described(v.optional(TransactionViewFilter), "Another filter of the view; left out, it stays as it is."),
		version: SeenVersion,
	}),
	response: v.object({ id: text("The id of the view.") }),
	problems: ["not_found", "view_exists", "too_many_views", "view_not_yours", "changed_meanwhile"],
});

export const deleteTransactionView = defineEndpoint({
	method: "DELETE",
	path: "/payment-views/:id",
	summary: "Deletes a view of transactions: one's own, or with payments:u the office's. The transactions stay.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({ id: text("The id of the deleted view.") }),
	problems: ["not_found", "view_not_yours"],
});
