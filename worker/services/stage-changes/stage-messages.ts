import type { OrgContext } from "#worker/context";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { unknownField } from "#worker/contract/text/merge-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";
import type { Step } from "#worker/services/applicants/change.queries";
import { readStepTemplates } from "#worker/services/stage-changes/stage-messages.queries";

/** The email of a stage, its merge fields not yet filled in. */
export interface StageMail {
	templateId: string;
	templateName: string;
	subject: string;
	/** Sanitised HTML. */
	content: string;
}

/** The messages of entering a stage, and how long they wait. */
export interface StageMessages {
	/** The undo window, in milliseconds (0 to 600 seconds). */
	undoWindowMs: number;
	mail: StageMail | null;
	letter: { id: string; name: string } | null;
	files: { name: string; size: number }[];
	/** Why the email cannot be sent, as a text. */
	fault: string | null;
}

/** Reads the messages of entering a step (§4: the stages that offer email and document templates). */
export const readStageMessages = async (
	ctx: OrgContext,
	{ id, type }: Pick<Step, "id" | "type">,
): Promise<StageMessages> => {
	const { templates, files } = await readStepTemplates(ctx, id);
	const undoWindowMs = Math.min(600, Math.max(0, templates?.undoWindowSeconds ?? 0)) * 1_000;
	if (!templates || !stageOffersTemplates(type))
		return { undoWindowMs, mail: null, letter: null, files: [], fault: null };
	const { emailId, emailName, subject, content, letterId, letterName } = templates;
	const letter = letterId && letterName ? { id: letterId, name: letterName } : null;
	if (!emailId || !emailName || content === null) return { undoWindowMs, mail: null, letter, files: [], fault: null };
	const mail = {
		templateId: emailId,
		templateName: emailName,
		subject: visibleLine(subject || emailName),
		content: await sanitiseMail(content),
	};
	const unknown = unknownField(mail.subject) ?? unknownField(mail.content);
	const fault =
		unknown === undefined ? null : `The template “${emailName}” has a merge field that does not exist: {{${unknown}}}`;
	return { undoWindowMs, mail, letter, files: files.map(({ name, size }) => ({ name, size })), fault };
};
