import { useEffect, useState } from "react";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";

/**
 * What the chosen stage sends: as the page came with it, or as the form was answered; asked for when another is chosen.
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
		// why nothing else: what was not shown is shown before it is done, when the form is sent.
		import("#app/routes/stage-changes/ask-messages")
			.then((m) => m.askMessages(address, stepId))
			.then(show, () => undefined);
		return () => {
			isHere = false;
		};
	}, [address, stepId, isMissing]);
	return looked;
};
