import * as v from "valibot";
import { described, file, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** Users who open applicants, and those who see payments (§6). */
const readers = [...anyOf("candidate"), "payments:r"] as const;
const section = "§7 Candidates";

/** §4: success and failed are final; any other status of a provider is pending. */
export const TransactionStatus = described(
	v.picklist(["success", "failed", "pending"]),
	"Success and failed are final; everything else is pending.",
);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** §3 Transaction. Amounts in minor units of their currency. */
export const Transaction = v.object({
	id: text("The id of the transaction."),
	reference: text("The reference that the provider knows it by."),
	email: text("The email address of the payer."),
	name: text("The name of the payer."),
	username: text("The account that paid."),
	rrr: v.nullable(text("Remita's retrieval reference; null for other platforms.")),
	amount: whole("The amount without the gateway's charge, in the minor unit of the currency."),
	gatewayCharge: whole("The gateway's charge, in the minor unit of the currency."),
	currency: text("The currency, such as NGN."),
	platform: text("The payment platform, such as PAYSTACK, REMITA or INTERSWITCH."),
	status: described(TransactionStatus, "Success and failed are final; everything else is pending."),
	createdAt: moment("When the payment was started."),
	items: described(
		v.array(
			v.object({
				name: text("What the line is for."),
				amount: whole("The amount of the line, in the minor unit of the currency."),
				currency: text("The currency of the line."),
			}),
		),
		"The lines of the payment.",
	),
	applicationId: text("The id of the application."),
	application: described(
		v.object({ title: text("The title of the application.") }),
		"The application that was paid for.",
	),
	course: described(
		v.nullable(v.object({ code: text("The code of the course."), title: text("The title of the course.") })),
		"The course that was applied for; null where none was chosen.",
	),
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
		candidateId: described(v.optional(Id), "The id in the path again, if at all; another one finds nothing."),
	}),
	response: PageOf(Transaction),
});

export const getReceipt = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/transactions/:transactionId/receipt",
	summary: "The receipt of a transaction as a PDF; of one that was not successful, a record that is no receipt.",
	section: "§2 Applicant modals",
	access: readers,
	params: v.strictObject({
		id: described(Id, "The id of the applicant."),
		transactionId: described(Id, "The id of the transaction."),
	}),
	response: file("The receipt.", "application/pdf"),
});
