import { useNavigate, useSubmit } from "@remix-run/react";
import { Bookmark, Eye, RefreshCw } from "lucide-react";
import { useMemo } from "react";
import { rowKeys, usePageTurns, useRowInFocus } from "#app/list/row-keys";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import type { Transaction } from "#worker/services/transactions/contract";

interface SteeredTransactions {
	rows: readonly Pick<Transaction, "id" | "reference" | "email">[];
	here: string;
	/** The query text of the list. */
	list: string;
	mayRead: boolean;
	views: readonly { id: string; name: string; isShared: boolean; search: string }[];
	pages: { previousTo?: string | undefined; nextTo?: string | undefined };
}

/** Adds the list's keys, and for each row its actions to the palette: `/` search, `j k` rows, Enter opens, `s` checks, `[ ]` pages. */
export const useTransactionsCommands = ({ rows, here, list, mayRead, pages, views }: SteeredTransactions): void => {
	const navigate = useNavigate();
	const submit = useSubmit();
	const { csrf } = useShell();
	const row = useRowInFocus();
	const turn = usePageTurns(rows);
	const { previousTo, nextTo } = pages;
	const commands = useMemo<Command[]>(() => {
		const open = (id: string) => navigate(`${here}/${id}${list}`, { preventScrollReset: true });
		const { keys, place } = rowKeys({
			ids: rows.map(({ id }) => id),
			row,
			turn,
			previousTo,
			nextTo,
			open: mayRead ? open : undefined,
		});
		const check = (id: string) =>
			submit({ check: id, csrf }, { method: "post", action: here + list, preventScrollReset: true });
		const checkRow = () => {
			const id = rows[place()]?.id;
			if (id) check(id);
		};
		const own = { group: "List", isSearchedOnly: true } as const;
		return [
			...keys.map((key): Command => ({ ...key, group: "List" })),
			...(mayRead
				? [
						{
							id: "list-check",
							title: "Check Status of the row",
							group: "List" as const,
							keys: ["s"],
							keyOnly: true,
							run: checkRow,
						},
					]
				: []),
			{
				id: "list-filter",
				title: "Filter the list",
				group: "List",
				keys: ["f"],
				run: () => document.querySelector<HTMLElement>("main select[name=status]")?.focus(),
			},
			{
				id: "payments-save-view",
				title: "Save the transactions as a view…",
				group: "List",
				icon: Bookmark,
				keywords: "name share filter payments",
				run: () => navigate(`${here}/views/new${list}`, { preventScrollReset: true }),
			},
			...views.map(
				({ id, name, isShared, search }): Command => ({
					id: `payment-view-${id}`,
					title: `Open the view ${name}`,
					group: "List",
					icon: Bookmark,
					keywords: `saved list filter transactions ${isShared ? "shared office" : "private mine"}`,
					run: () => navigate(here + search),
				}),
			),
			...(mayRead ? rows : []).flatMap(({ id, reference, email }): Command[] => [
				{
					...own,
					id: `view-${id}`,
					title: `View Details: ${reference}`,
					icon: Eye,
					keywords: `transaction payment ${email}`,
					run: () => open(id),
				},
				{
					...own,
					id: `check-${id}`,
					title: `Check Status: ${reference}`,
					icon: RefreshCw,
					keywords: `transaction payment ${email}`,
					run: () => check(id),
				},
			]),
		];
	}, [rows, here, list, mayRead, views, row, turn, previousTo, nextTo, navigate, submit, csrf]);
	useCommands(commands);
};
