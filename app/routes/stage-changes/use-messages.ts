import { useEffect, useState } from "react";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";

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
	const [asked, setAsked] = useState<LookedAt | null>();
	const looked = [...known, asked].find((one) => one?.stepId === stepId) ?? undefined;
	const isMissing = stepId !== "" && looked === undefined;
	useEffect(() => {
		if (!isMissing) return;
		let isHere = true;
		const show = (found: LookedAt | null) => isHere && setAsked(found);
		// why no error: messages that could not be shown are shown when the form is sent, before anything changes.
		import("#app/routes/stage-changes/ask-messages")
			.then((m) => m.askMessages(address, stepId))
			.then(show, () => undefined);
		return () => {
			isHere = false;
		};
	}, [address, stepId, isMissing]);
	return looked;
};
