import { useNavigate, useParams } from "@remix-run/react";
import { Bookmark, ChartNoAxesColumn, Columns3, FileSpreadsheet, Mail } from "lucide-react";
import { type MutableRefObject, useMemo, useRef } from "react";
import { batchUrl, listSearch, refilter } from "#app/list/list-address";
import { type Listed, rowKeys, usePageTurns, useRowInFocus } from "#app/list/row-keys";
import type { Selection } from "#app/list/selection";
import { sortChoicesIn } from "#app/list/sorting";
import type { ListFrame } from "#app/routes/applicants/list-body";
import { sheetKeysAhead } from "#app/routes/applicants/sheet-keys";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import type { Icon } from "#app/ui/icon";
import { isNarrow } from "#worker/contract/applicant-filter";

export interface SteeredList extends ListFrame {
	rows: readonly { id: string }[];
	/** The addresses of the pages before and after. */
	previousTo?: string;
	nextTo?: string;
}

/** Adds the list's keys. why: commands read the row in focus when they run, so that moving registers nothing. */
export const useListCommands = (props: SteeredList): void => {
	const { base, address, rows, selection, mayMove, mayEmail, previousTo, nextTo } = props;
	const navigate = useNavigate();
	const { sendsSms, aliases } = useShell().organisation;
	const { course } = aliases;
	const row = useRowInFocus();
	const turn = usePageTurns(rows);
	const isNobodyOpen = useParams().applicantId === undefined;
	// why a ref: the start of a range outlives the rows, which a colleague's change reloads.
	const anchor = useRef<string>();
	const commands = useMemo<Command[]>(() => {
		const ids = rows.map(({ id }) => id);
		const go = (to: string) => navigate(to, { preventScrollReset: true });
		const focus = (id: string) => document.getElementById(id)?.focus();
		const { keys, place } = rowKeys({
			ids,
			row,
			turn,
			previousTo,
			nextTo,
			open: (id) => go(`${base}/${id}${listSearch(address)}`),
		});
		/** Names a dialog above the list that concerns all of it. */
		const dialog = (path: string, title: string, icon: Icon, more?: Partial<Command>): Listed => ({
			id: `list-${path}`,
			title,
			icon,
			run: () => go(`${base}/${path}${listSearch(address)}`),
			...more,
		});
		const listed: Listed[] = [
			...keys,
			{ id: "list-filter", title: "Filter the list", keys: ["f"], run: () => focus("list-filters") },
			{
				id: "list-unfilter",
				title: "Clear all filters",
				keywords: "remove reset search show",
				// why not the stage, which is a tab; nor the order and the size, which filter nothing.
				disabled: isNarrow({ ...address, stage: undefined }) ? undefined : "The list has no filter",
				run: () => {
					const { applicationId, stage, sort, size } = address;
					go(base + listSearch({ applicationId, stage, sort, size }));
				},
			},
			...sortChoicesIn(course).map(({ value, label }) => ({
				id: `list-sort-${value}`,
				title: `Sort: ${label}`,
				keywords: "sort order newest",
				disabled: address.sort === value ? "The list is in this order" : undefined,
				run: () => navigate(base + refilter(address, { sort: value })),
			})),
			{
				id: "list-sort",
				title: "Sort: Newest first",
				keywords: "sort order",
				disabled: address.sort ? undefined : "The list is in this order",
				run: () => navigate(base + refilter(address, { sort: undefined })),
			},
			dialog("columns", "Choose columns…", Columns3, { keywords: "score show hide order table" }),
			dialog("views/new", "Save this list as a view…", Bookmark, {
				id: "list-save-view",
				keywords: "pin name share filter",
			}),
			...(mayMove || mayEmail ? selectKeys({ ids, place, selection, anchor }) : []),
			...(mayEmail ? [dialog("email", "Send email to all of the list…", Mail)] : []),
			...(mayEmail && sendsSms ? [dialog("sms", "Send SMS to all of the list…", Mail)] : []),
			dialog("export", "Export the list…", FileSpreadsheet, {
				keywords: "excel csv spreadsheet download candidates",
				keys: ["shift+E"],
				run: () => go(batchUrl(base, "export", address, selection.get())),
			}),
			...(mayEmail
				? [dialog("notify", "Notify all at a stage again…", Mail, { keywords: "email template stage resend" })]
				: []),
			dialog("report", "Report of the application…", ChartNoAxesColumn, {
				keywords: `counts statistics stage ${course} day reasons excel`,
				calls: may.seeReports,
			}),
		];
		return [
			...listed.map((command): Command => ({ ...command, group: "List" })),
			...(isNobodyOpen ? sheetKeysAhead({ mayMove, mayEmail, course }) : []),
		];
	}, [
		rows,
		row,
		turn,
		previousTo,
		nextTo,
		base,
		address,
		selection,
		mayMove,
		mayEmail,
		isNobodyOpen,
		course,
		sendsSms,
		navigate,
	]);
	useCommands(commands);
};

interface Rows {
	ids: readonly string[];
	/** The index of the row at the keyboard's cursor; -1 without one. */
	place(): number;
	selection: Selection;
	/** The row that was selected last. */
	anchor: MutableRefObject<string | undefined>;
}

const selectKeys = ({ ids, place, selection, anchor }: Rows): Listed[] => [
	{
		id: "list-select",
		title: "Select row",
		keys: ["x"],
		keyOnly: true,
		run: () => {
			const id = ids[place()];
			if (!id) return;
			anchor.current = id;
			selection.toggle(id);
		},
	},
	{
		id: "list-range",
		title: "Select up to this row",
		keys: ["shift+X"],
		keyOnly: true,
		run: () => {
			const at = place();
			if (at < 0) return;
			const from = anchor.current === undefined ? at : ids.indexOf(anchor.current);
			selection.add(ids.slice(Math.min(from < 0 ? at : from, at), Math.max(from, at) + 1));
		},
	},
	{
		id: "list-select-all",
		title: "Select every row of the page",
		keys: ["mod+a"],
		run: () => selection.add(ids),
	},
];
