import { useEffect } from "react";
import * as v from "valibot";
import { StageMessages } from "#app/routes/stage-changes/stage-messages";
import { partOf } from "#app/shell/palette/route-data";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import { StageMessages as Messages } from "#worker/services/stage-changes/stage-messages.contract";

const LookedAt = v.object({ stepId: v.string(), emails: v.number(), messages: Messages });

/** What a stage sends to those who enter it. */
export type LookedAt = v.InferOutput<typeof LookedAt>;

/**
 * Shows what the chosen stage sends. `seen` is sent with the form: a stage whose messages were not shown is refused
 * until they are.
 */
export const SentWithStage = ({ looked, isSilent }: { looked: LookedAt; isSilent: boolean }) => (
	<>
		<input type="hidden" name="seen" value={looked.stepId} />
		<StageMessages key={looked.stepId} messages={looked.messages} emails={looked.emails} isSilent={isSilent} />
	</>
);

/** The part of the stage dialog's data that says what the chosen stage sends. */
const Asked = v.object({ looked: partOf(v.nullable(LookedAt)) });

/**
 * Returns what the chosen stage sends: from the page or the form's response, or loaded after another choice.
 *
 * @param address the dialog's own
 */
export const useMessages = (
	address: string,
	stepId: string,
	known: readonly (LookedAt | null | undefined)[],
): LookedAt | undefined => {
	const { answer, ask } = useRouteAnswer("routes/stage-changes/change-stage", Asked);
	// why no error: messages that could not be shown are shown when the form is sent, before anything changes.
	const looked = [...known, answer?.ok ? answer.data.looked : null].find((one) => one?.stepId === stepId) ?? undefined;
	const isMissing = stepId !== "" && looked === undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice.
	useEffect(() => {
		if (isMissing) ask(`${address}?${new URLSearchParams({ to: stepId })}`);
	}, [address, stepId, isMissing]);
	return looked;
};
