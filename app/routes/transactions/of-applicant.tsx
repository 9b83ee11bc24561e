import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import type { ApplicantPayments } from "#app/shell/palette/payments/applicant-payments";
import { listApplicantTransactions, type Transaction } from "#worker/services/transactions/contract";

/** Loads the newest payments of an applicant for the palette. why not as the tab does: that counts as a look at the applicant. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, listApplicantTransactions);
	const params = { id: args.params.applicantId ?? "" };
	const { data } = orThrow(await api.call(listApplicantTransactions, { params, query: {} }));
	return json({ payments: data.map(toFound) } satisfies ApplicantPayments);
};

const toFound = (payment: Transaction): ApplicantPayments["payments"][number] => {
	const { id, reference, rrr, name, email, currency, platform, status, createdAt, applicantId } = payment;
	const total = payment.amount + payment.gatewayCharge;
	return { id, reference, rrr, name, email, total, currency, platform, status, createdAt, applicantId };
};
