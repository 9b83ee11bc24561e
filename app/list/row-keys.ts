import { useNavigate } from "@remix-run/react";
import { type MutableRefObject, useCallback, useEffect, useRef } from "react";
import { focusRow, rowIdOf } from "#app/list/rows";
import type { Command } from "#app/shell/commands";

export type Listed = Omit<Command, "group">;

interface Page {
	/** The addresses of the pages before and after. */
	previousTo?: string | undefined;
	nextTo?: string | undefined;
}

interface RowKeys extends Page {
	ids: readonly string[];
	/** The row that has the focus, or had it last: `useRowInFocus`. */
	row: MutableRefObject<string | undefined>;
	turn: ReturnType<typeof usePageTurns>;
	/** Opens a row; left out where rows do not open. */
	open?: ((id: string) => void) | undefined;
}

/** Returns the keys of a list's rows and pages, and the index of the row at the keyboard's cursor; -1 without one. */
export const rowKeys = ({ ids, row, turn, previousTo, nextTo, open }: RowKeys) => {
	const place = () => ids.indexOf(row.current ?? "");
	const move = (by: 1 | -1) => {
		const at = place();
		const id = ids[at < 0 ? 0 : at + by];
		if (id) return focusRow(id);
		turn(by > 0 ? nextTo : previousTo, by > 0 ? "first" : "last");
	};
	const openRow = () => {
		const id = ids[place()];
		if (id) open?.(id);
	};
	const keys: Listed[] = [
		{ id: "list-next", title: "Next row", keys: ["j"], keyOnly: true, run: () => move(1) },
		{ id: "list-previous", title: "Previous row", keys: ["k"], keyOnly: true, run: () => move(-1) },
		...(open ? [{ id: "list-open", title: "Open row", keys: ["Enter"], keyOnly: true, run: openRow }] : []),
		{
			id: "list-next-page",
			title: "Next page of the list",
			keys: ["]"],
			disabled: nextTo ? undefined : "This is the last page",
			run: () => turn(nextTo, "first"),
		},
		{
			id: "list-previous-page",
			title: "Previous page of the list",
			keys: ["["],
			disabled: previousTo ? undefined : "This is the first page",
			run: () => turn(previousTo, "first"),
		},
		{
			id: "list-search",
			title: "Search in the list",
			keys: ["/"],
			run: () => document.getElementById("list-search")?.focus(),
		},
	];
	return { keys, place };
};

/** Returns the row that has the focus, or had it last. */
export const useRowInFocus = (): MutableRefObject<string | undefined> => {
	const row = useRef<string>();
	useEffect(() => {
		const onFocus = ({ target }: FocusEvent) => {
			const id = target instanceof Element ? rowIdOf(target) : undefined;
			if (id) row.current = id;
		};
		document.addEventListener("focusin", onFocus);
		return () => document.removeEventListener("focusin", onFocus);
	}, []);
	return row;
};

/** Returns a function that goes to another page of the list, and then to its first or last row. */
export const usePageTurns = (rows: readonly { id: string }[]) => {
	const navigate = useNavigate();
	const wanted = useRef<"first" | "last">();
	useEffect(() => {
		const { id } = (wanted.current === "last" ? rows.at(-1) : rows[0]) ?? {};
		if (wanted.current && id) focusRow(id);
		wanted.current = undefined;
	}, [rows]);
	return useCallback(
		(to: string | undefined, row: "first" | "last") => {
			if (to === undefined) return;
			wanted.current = row;
			navigate(to, { preventScrollReset: true });
		},
		[navigate],
	);
};
