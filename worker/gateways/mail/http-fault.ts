import * as v from "valibot";
import { MailError } from "#worker/gateways/mail/interface";
import { readRetryAfter } from "#worker/gateways/retry-after";

/** The provider's error codes. */
const Named = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string() }));

/** Returns what a refusal of the provider means for the email. Its text is dropped: it quotes the request. */
export const answerFault = ({ status, headers }: Response, body: string): MailError => {
	const named = v.safeParse(Named, body);
	const about = meaningOf(status, named.success ? named.output.name : "");
	return new MailError(`the mail provider answered ${status}`, { ...about, retryAfterMs: readRetryAfter(headers) });
};

const meaningOf = (status: number, name: string) => {
	if ([401, 403].includes(status) || name === "invalid_from_address")
		return ofAll(`The mail service refused the portal's account or sender (${status}).`);
	if ([404, 405].includes(status)) return ofAll(`The mail service's address is not set properly (${status}).`);
	if (status === 429) return ofAll("The mail service takes no more mails for now (429).");
	if (status === 409 && name !== "invalid_idempotent_request")
		return { isFinal: false, isOfThisMail: true, reason: "The mail service is still busy with this mail (409)." };
	if (status >= 400 && status < 500 && status !== 408)
		return { isFinal: true, isOfThisMail: true, reason: `The mail service refused this mail (${status}).` };
	return ofAll(`The mail service did not take the mail (${status}).`);
};

/** The provider was not reached, or did not respond in time or as specified. */
export const noAnswerFault = (cause: unknown): MailError =>
	new MailError(`the mail provider gave no answer: ${textOf(cause)}`, {
		...ofAll("The mail service could not be reached."),
		cause,
	});

/** why its cause too: `fetch failed` alone helps nobody. */
const textOf = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	return `${error.name} ${error.message}${error.cause ? `, ${textOf(error.cause)}` : ""}`;
};

/** Failures of the transport, not of this email. */
const ofAll = (reason: string) => ({ isFinal: false, isOfThisMail: false, reason });
