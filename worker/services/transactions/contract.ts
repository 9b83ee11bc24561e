import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const readers = anyOf("candidate");
const section = "§7 Candidates";

/** §4: success and failed are final; any other status of a provider is pending. */
export const TransactionStatus = v.picklist(["success", "failed", "pending"]);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** §3 Transaction. Amounts in minor units of their currency. */
export const Transaction = v.object({
	id: v.string(),
	reference: v.string(),
	/** The payer's address and name; `username` is the account that paid. */
	email: v.string(),
	name: v.string(),
	username: v.string(),
	/** Remita's retrieval reference. */
	rrr: v.nullable(v.string()),
	/** Without the gateway's charge; screens show the sum of both (§9). */
	amount: v.number(),
	gatewayCharge: v.number(),
	currency: v.string(),
	/** PAYSTACK, REMITA, INTERSWITCH … */
	platform: v.string(),
	status: TransactionStatus,
	createdAt: v.number(),
	items: v.array(v.object({ name: v.string(), amount: v.number(), currency: v.string() })),
	applicationId: v.string(),
	application: v.object({ title: v.string() }),
	course: v.nullable(v.object({ code: v.string(), title: v.string() })),
});
export type Transaction = v.InferOutput<typeof Transaction>;

export const listApplicantTransactions = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/transactions",
	summary: "What was paid for an applicant, newest first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(),
		/** The same as in the path; another one finds nothing. */
		candidateId: v.optional(Id),
	}),
	response: PageOf(Transaction),
	problems: ["not_found"],
});

export const getReceipt = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/transactions/:transactionId/receipt",
	summary: "The receipt of a transaction as a PDF; of one that was not successful, a record that is no receipt.",
	section: "§2 Applicant modals",
	access: readers,
	params: v.strictObject({ id: Id, transactionId: Id }),
	response: v.instance(Response),
	problems: ["not_found"],
});
