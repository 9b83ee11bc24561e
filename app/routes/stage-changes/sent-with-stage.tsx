import { StageMessages } from "#app/routes/stage-changes/stage-messages.server";
import { drawnLater } from "#app/ui/drawn-later";
import type { StageMessages as Messages } from "#worker/services/stage-changes/stage-messages.contract";

const Shown = drawnLater(
	StageMessages,
	async () => (await import("#app/routes/stage-changes/stage-messages")).StageMessages,
);

/** What a stage sends to those who enter it. */
export interface LookedAt {
	stepId: string;
	emails: number;
	messages: Messages;
}

/**
 * Shows what the chosen stage sends. `seen` is sent with the form: a stage whose messages were not shown is refused
 * until they are.
 */
export const SentWithStage = ({ looked, isSilent }: { looked: LookedAt; isSilent: boolean }) => (
	<>
		<input type="hidden" name="seen" value={looked.stepId} />
		<Shown key={looked.stepId} messages={looked.messages} emails={looked.emails} isSilent={isSilent} />
	</>
);
