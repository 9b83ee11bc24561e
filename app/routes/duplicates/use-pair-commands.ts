import { useNavigate } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { comparisonOf, pairId } from "#app/routes/duplicates/pair-line";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import type { Pair } from "#worker/services/duplicates/contract";

/** Adds keyboard commands to the pairs: `j k` move, `Enter` compares, `t` dismisses. */
export const usePairCommands = (pairs: readonly Pair[], here: string): void => {
	const navigate = useNavigate();
	const focused = useRef<string>();
	useEffect(() => {
		const onFocus = ({ target }: FocusEvent) => {
			const pair = target instanceof Element ? target.closest("[id^='pair-']") : null;
			if (pair) focused.current = pair.id.slice("pair-".length);
		};
		document.addEventListener("focusin", onFocus);
		return () => document.removeEventListener("focusin", onFocus);
	}, []);
	const commands = useMemo<Command[]>(() => {
		const at = () => pairs.findIndex((pair) => pairId(pair) === focused.current);
		const move = (by: number) => {
			const pair = pairs[Math.max(0, Math.min(pairs.length - 1, at() < 0 ? 0 : at() + by))];
			if (pair) document.getElementById(`compare-${pairId(pair)}`)?.focus();
		};
		const compare = () => {
			const pair = pairs[at()];
			if (pair) navigate(comparisonOf(here, pair));
		};
		const dismiss = () => {
			const form = document.getElementById(`dismiss-${focused.current}`);
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
	}, [pairs, here, navigate]);
	useCommands(commands);
};
