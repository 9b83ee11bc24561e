import type { ApiClient } from "#app/api/client";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { fieldText } from "#app/ui/form/field-text";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { previewStageChange } from "#worker/services/stage-changes/contract";
import { emptyAfter } from "#worker/services/stage-changes/empty-after.contract";

/** What the palette warns of, which does not know the applicant as the dialog does. */
type WarnedOf = Pick<EndpointResponse<typeof previewStageChange>, "unsubmitted" | "withLetter">;

/** Reads what entering a stage sends to an applicant, and what to warn of; null without a stage. */
export const lookAtMessages = async (
	api: ApiClient,
	applicantId: string,
	stepId: string,
): Promise<Result<(LookedAt & WarnedOf) | null>> => {
	if (stepId === "") return ok(null);
	const preview = await api.call(previewStageChange, { body: { candidateIds: [applicantId], stageId: stepId } });
	if (!preview.ok) return preview;
	const { emails, willChange, messages, unsubmitted, withLetter } = preview.value;
	return ok({ stepId, emails, willChange, messages, unsubmitted, withLetter });
};

/** The error when the stage sends something that was not shown: nobody is emailed by surprise. */
export const lookFirst = "Look at what this stage sends, then proceed.";

type Given = Pick<Parameters<typeof emptyAfter>[1], "isPosted" | "isPrivate">;

/** Reads what the form gives besides the stage, as its warnings knew it and as it was sent. */
const readGiven = (form: FormData, reason: OfferedReason | undefined): { shown: Given; sent: Given } => {
	const shown = new Set(fieldText(form.get("warnedWith")).split(" "));
	return {
		shown: { isPosted: shown.has("location"), isPrivate: shown.has("private") },
		sent: { isPosted: fieldText(form.get("locationId")) !== "", isPrivate: reason?.isPrivate ?? false },
	};
};

/**
 * Checks whether more merge fields may be empty than the form's page warned of: without scripts it does not follow the choice
 * of a reason and of a location.
 */
export const mayLackMore = (form: FormData, reason: OfferedReason | undefined): boolean => {
	const { shown, sent } = readGiven(form, reason);
	return form.has("warnedWith") && ((sent.isPrivate && !shown.isPrivate) || (shown.isPosted && !sent.isPosted));
};

/** Checks whether it is so, by what the stage sends. Without a message only the letter matters. */
export const lacksMore = (
	form: FormData,
	reason: OfferedReason | undefined,
	{ messages, willChange }: Pick<LookedAt, "messages" | "willChange">,
): boolean => {
	const { shown, sent } = readGiven(form, reason);
	const namesOf = (given: Given) => {
		const { emptyFields, emptyInLetter } = emptyAfter(messages, { ...given, applicants: willChange });
		const ofMessage = form.has("doNotNotify") ? [] : emptyFields;
		return [...ofMessage.map(({ name }) => name), ...emptyInLetter.map(({ name }) => `letter:${name}`)];
	};
	const warned = new Set(namesOf(shown));
	return namesOf(sent).some((name) => !warned.has(name));
};
