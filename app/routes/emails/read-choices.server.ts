import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { shownApplication } from "#app/list/bulk/bulk.server";
import { readListAddress } from "#app/list/list-address";
import type { RecipientChoice, RecipientMode } from "#app/routes/emails/email-form";
import type { Recipients } from "#app/routes/emails/load-email.server";
import { isNarrow, matchingOf } from "#worker/contract/applicant-filter";

/**
 * Reads the choices of recipients from the list (§4): the selected, those that match, the stage, the application.
 * @param count counts the recipients of a choice
 */
export const readChoices = async (
	{ request, context: { api } }: LoaderFunctionArgs,
	count: (recipients: Recipients) => Promise<number>,
) => {
	const params = new URL(request.url).searchParams;
	const address = readListAddress(params);
	const application = await shownApplication(api, params);
	const { id: applicationId } = application;
	const ids = [...address.selected];
	const stage = stageNamed(application.workflow.steps, address.stage);
	// why without the stage: the stage is a choice of its own, unless its type is that of several.
	const isNarrowed = isNarrow({ ...address, stage: stage ? undefined : address.stage });
	const isAll = params.get("all") === "1";
	const isMatching = isNarrowed || isAll;
	const [selected, matching, atStage, all] = await Promise.all([
		ids.length > 0 ? count({ applicationId, candidateIds: ids }) : 0,
		isMatching ? count({ applicationId, candidateIds: [], matching: matchingOf(address, applicationId) }) : 0,
		stage ? count({ applicationId, stageId: stage.id, candidateIds: [] }) : 0,
		count({ applicationId, candidateIds: [] }),
	]);
	const choices: RecipientChoice[] = [
		{ mode: "selected", label: "Selected", count: selected },
		...(isMatching ? [{ mode: "matching" as const, label: "All that match", count: matching }] : []),
		...(stage ? [{ mode: "stage" as const, label: `All at ${stage.name}`, count: atStage }] : []),
		{ mode: "all", label: `All of ${application.title}`, count: all },
	];
	const initial = initialOf({ isAll, isSelected: ids.length > 0, isNarrowed, isStage: stage !== undefined });
	return { applicationId, stageId: stage?.id, ids, choices, initial, isNarrowed };
};

/** Returns the choice that stands for what is selected, otherwise for what the list shows. */
const initialOf = (list: {
	isAll: boolean;
	isSelected: boolean;
	isNarrowed: boolean;
	isStage: boolean;
}): RecipientMode => {
	if (list.isAll) return "matching";
	if (list.isSelected) return "selected";
	if (list.isNarrowed) return "matching";
	return list.isStage ? "stage" : "all";
};

/** Returns the step that the list shows, by id or by type; undefined when several have that type. */
const stageNamed = (steps: readonly { id: string; name: string; type: string }[], stage: string | undefined) => {
	const named = steps.filter(({ id, type }) => id === stage || type === stage);
	return named.length === 1 ? named[0] : undefined;
};
