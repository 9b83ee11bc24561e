/** What the library reports of a failure. */
interface Fault {
	code?: string;
	/** The command that failed: "RCPT TO". */
	command?: string;
	responseCode?: number;
	response?: string;
}

/** For logs: the server's text quotes the recipient, so only its codes are logged. */
export const describeSmtpFault = (error: unknown): string => {
	const { code, command, responseCode, response } = readFault(error);
	if (!responseCode) return `smtp: ${error instanceof Error ? error.message : String(error)}`;
	return ["smtp:", code, command, responseCode, enhancedCode(response)].filter(Boolean).join(" ");
};

/**
 * Returns what a failure means for the email (RFC 5321 §4.2, RFC 3463): an outage concerns all; a reply about a
 * recipient or a text this one, for good when its code begins with 5. @param hasBegun whether any of its text was
 * sent
 */
export const aboutSmtpFault = (error: unknown, { hasBegun }: { hasBegun: boolean }) => {
	const { code, command, responseCode, response = "" } = readFault(error);
	if (code === "EMESSAGE" && !responseCode) return ofThisMail(true, "The mail is larger than the mail server takes.");
	if (!responseCode)
		return hasBegun
			? ofThisMail(false, "The mail server broke off in the middle of the mail.")
			: ofAll("The mail server could not be reached.");
	if (code === "EAUTH" || loginWanted.has(responseCode)) return ofAll("The mail server refused the portal's sign-in.");
	const status = enhancedCode(response);
	const isTooLarge = responseCode === 552 || status.endsWith(".3.4");
	if (responseCode === 421 || !command || !(isTooLarge || /^(RCPT TO|DATA)$/.test(command)))
		return ofAll(`The mail server takes no mails from the portal for now (${responseCode}).`);
	if (/\brelay/i.test(response))
		return ofAll(`The mail server does not pass on mails of the portal (${responseCode}).`);
	return ofThisMail(responseCode >= 500, reasonOf({ command, responseCode, status, isTooLarge }));
};

/** The server agreed to STARTTLS and then speaks no TLS, or its certificate has another name. */
export const aboutHandshake = {
	isFinal: false,
	isOfThisMail: false,
	reason: "No secure connection to the mail server: its certificate or its encryption is at fault.",
};

const reasonOf = (refusal: { command: string; responseCode: number; status: string; isTooLarge: boolean }): string => {
	const { command, responseCode, status, isTooLarge } = refusal;
	if (/\.2\.2$/.test(status)) return "The mailbox is full.";
	if (isTooLarge) return "The mail is larger than the mail server takes.";
	if (responseCode < 500) return `The mail server asked to try again later (${responseCode}).`;
	if (command === "DATA") return `The mail server refused the mail (${responseCode}).`;
	return `The address was refused: ${addressFaults[status] ?? `the mail server does not take mails for it (${responseCode})`}.`;
};

const addressFaults: Readonly<Record<string, string>> = {
	"5.1.0": "there is no such address",
	"5.1.1": "there is no such mailbox",
	"5.1.2": "there is no such domain",
	"5.1.3": "it is not written as an address",
	"5.1.6": "the mailbox has moved",
	"5.1.10": "its domain takes no mail",
	"5.2.1": "the mailbox is switched off",
};

/** Sign in first; sign in by another method; wrong password. */
const loginWanted: ReadonlySet<number> = new Set([530, 534, 535, 538]);

const readFault = (error: unknown): Fault => (error instanceof Error ? (error as Error & Fault) : {});

const enhancedCode = (response = ""): string => /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";

const ofThisMail = (isFinal: boolean, reason: string) => ({ isFinal, isOfThisMail: true, reason });

const ofAll = (reason: string) => ({ isFinal: false, isOfThisMail: false, reason });
