import * as v from "valibot";
import { formatCount } from "#app/format/numbers";
import { htmlOfTyped } from "#app/format/typed-html";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { fieldText } from "#app/ui/form/field-text";
import { fileTooLarge, isTooLarge, maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import {
	attachmentsTooLarge,
	maxAttachmentBytes,
	maxAttachments,
	maxMessageLength,
	messageTooLong,
	NewEmail,
	tooManyAttachments,
} from "#worker/services/emails/sending.contract";

/** The recipients (§4): the selected, all that match, all at the stage, or all of the application. */
const RecipientMode = v.picklist(["selected", "matching", "stage", "all"]);
export type RecipientMode = v.InferOutput<typeof RecipientMode>;

export interface RecipientChoice {
	mode: RecipientMode;
	label: string;
	count: number;
}

/** Returns the name of the hidden field with the count that a choice showed. */
export const countName = (mode: RecipientMode): string => `count-${mode}`;

/** The dialog's form as it was sent, valid or not. */
export interface TypedEmail {
	/** The button: preview, write, template or send. */
	intent: string;
	to: RecipientMode | null;
	applicationId: string;
	stageId: string;
	ids: string[];
	count: number | null;
	subject: string;
	message: string;
	/** The chosen template, and the one whose texts were filled in. */
	template: string;
	templateId: string;
	confirmed: string;
	/** The applicant of the preview. */
	shownFor: string;
	/** Whether each applicant's offer letter goes with it. */
	withLetter: boolean;
	/** What the preview warned of. */
	warned: string;
	/** The search among the recipients, and its page. */
	keyword: string;
	peoplePage: number;
	files: File[];
	idempotencyKey: string;
}

export const readEmail = (form: FormData): TypedEmail => {
	const text = (name: string) => fieldText(form.get(name));
	const mode = v.safeParse(RecipientMode, form.get("to"));
	const to = mode.success ? mode.output : null;
	const count = to && text(countName(to));
	return {
		to,
		applicationId: text("applicationId"),
		stageId: text("stageId"),
		ids: [...new Set(form.getAll("id").map(fieldText))],
		count: count && /^\d{1,9}$/.test(count) ? Number(count) : null,
		subject: text("subject"),
		message: text("message"),
		template: text("template"),
		templateId: text("templateId"),
		confirmed: text("confirmed"),
		shownFor: text("shownFor"),
		withLetter: form.get("withLetter") !== null,
		warned: text("warned"),
		keyword: text("keyword").trim(),
		...intentOf(text("intent")),
		files: form.getAll("attachments").filter((file): file is File => file instanceof File && file.name !== ""),
		idempotencyKey: text("idempotencyKey"),
	};
};

interface Warnings {
	emptyFields: readonly { name: string }[];
	letters: { missing: number } | null;
}

/** Returns what a preview warns of as the form sends it: the empty merge fields, and how many have no letter. */
export const warningsOf = ({ emptyFields, letters }: Warnings): string =>
	[...emptyFields.map(({ name }) => name), ...(letters?.missing ? [`letters:${letters.missing}`] : [])].join(" ");

/** Returns the button value of a page of recipients; like the preview's, with the page. */
export const pageIntent = (page: number): string => `preview-${page}`;

const intentOf = (value: string): { intent: string; peoplePage: number } => {
	const [intent = "", page = "0"] = value.split("-");
	return { intent, peoplePage: /^\d{1,6}$/.test(page) ? Number(page) : 0 };
};

export type TypedRecipients = Pick<TypedEmail, "to" | "applicationId" | "stageId" | "ids">;

/** Returns the recipients in the shape of the services. */
export const recipientsOf = <M>({ to, applicationId, stageId, ids }: TypedRecipients, matching?: M) => ({
	...(to === "matching" && { matching }),
	applicationId,
	stageId: to === "stage" ? stageId : null,
	candidateIds: to === "selected" ? ids : [],
});

/** Messages by field; '' holds those of the whole form. */
export type EmailErrors = Record<string, string[]>;

export const wrongRecipients = (email: TypedRecipients): EmailErrors => {
	if (email.to === null) return { to: ["Choose the recipients."] };
	// why: to the services an empty list means everybody.
	if (email.to === "selected" && email.ids.length === 0) return { to: ["Choose at least one applicant."] };
	if (email.to === "stage" && email.stageId === "") return { to: ["Choose the recipients."] };
	return {};
};

/** Returns the error of a template that was chosen, and whose text is not that of the form: without scripts a button fills it in. */
export const wrongTemplate = ({ template, templateId }: Pick<TypedEmail, "template" | "templateId">): EmailErrors =>
	template !== "" && template !== templateId
		? { template: ["You chose this template without using it. Use it, or choose none."] }
		: {};

/** Returns everything that keeps the mail from being sent (§5 Send email). */
export const wrongEmail = (email: TypedEmail): EmailErrors => ({
	...wrongRecipients(email),
	...wrongTemplate(email),
	...wrongText("subject", NewEmail.entries.subject, email.subject),
	...wrongText("message", NewEmail.entries.message, htmlOfTyped(email.message)),
	...wrongFiles(email.files),
	...wrongConfirmation(email),
});

/** Returns the error of a message that is too long to preview. */
export const wrongLength = ({ message }: TypedEmail): EmailErrors =>
	htmlOfTyped(message).length > maxMessageLength ? { message: [messageTooLong] } : {};

export const wrongText = (name: string, schema: v.GenericSchema, text: string): EmailErrors => {
	const read = v.safeParse(schema, text);
	return read.success ? {} : { [name]: [read.issues[0].message] };
};

/** The limits of attachments as the field describes them. */
export const attachmentLimits = `At most ${maxAttachments} files of ${megabytes(maxFileBytes)} each, ${megabytes(maxAttachmentBytes)} together.`;

export const wrongFiles = (files: readonly { name: string; size: number }[]): EmailErrors => {
	const tooLarge = files.find(isTooLarge);
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	const message =
		(files.length > maxAttachments && tooManyAttachments) ||
		(tooLarge && `${tooLarge.name}: ${fileTooLarge}`) ||
		(bytes > maxAttachmentBytes && attachmentsTooLarge);
	return message ? { attachments: [message] } : {};
};

export const wrongConfirmation = ({ count, confirmed }: Pick<TypedEmail, "count" | "confirmed">): EmailErrors => {
	const wrong = wrongCount(count, confirmed, `it goes to ${formatCount(count ?? 0, "applicant")}`);
	return wrong === undefined ? {} : { confirmed: [wrong] };
};
