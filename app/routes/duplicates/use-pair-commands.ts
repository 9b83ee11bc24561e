import { useNavigate } from "@remix-run/react";
import { useMemo, useState } from "react";
import { comparisonOf, pairId } from "#app/routes/duplicates/pair-line";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import { createStore, type Store } from "#app/ui/store";
import type { Pair } from "#worker/services/duplicates/contract";

/** Adds keyboard commands to the pairs: `j k` move, `Enter` compares, `t` dismisses. @returns the pair at the cursor */
export const usePairCommands = (pairs: readonly Pair[], here: string): Store<string | undefined> => {
	const navigate = useNavigate();
	const [cursor] = useState(() => createStore<string | undefined>(undefined));
	const commands = useMemo<Command[]>(() => {
		const at = () => pairs.findIndex((pair) => pairId(pair) === cursor.get());
		const move = (by: number) => {
			const pair = pairs[Math.max(0, Math.min(pairs.length - 1, at() < 0 ? 0 : at() + by))];
			if (!pair) return;
			cursor.set(pairId(pair));
			document.getElementById(`pair-${pairId(pair)}`)?.scrollIntoView({ block: "nearest" });
		};
		const compare = () => {
			const pair = pairs[at()];
			if (pair) navigate(comparisonOf(here, pair));
		};
		const dismiss = () => {
			const form = document.getElementById(`dismiss-${cursor.get()}`);
			if (form instanceof HTMLFormElement) form.requestSubmit();
		};
		const own = { group: "List", keyOnly: true } as const;
		return [
			{ ...own, id: "pair-next", title: "Next pair", keys: ["j"], run: () => move(1) },
			{ ...own, id: "pair-previous", title: "Previous pair", keys: ["k"], run: () => move(-1) },
			{ ...own, id: "pair-compare", title: "Compare the pair", keys: ["Enter"], run: compare },
			{
				...own,
				id: "pair-dismiss",
				title: "Mark as not duplicates, or review again",
				keys: ["t"],
				calls: may.changeApplicants,
				run: dismiss,
			},
		];
	}, [pairs, here, cursor, navigate]);
	useCommands(commands);
	return cursor;
};
