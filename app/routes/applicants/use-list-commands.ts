import { useNavigate, useParams } from "@remix-run/react";
import { Bookmark, ChartNoAxesColumn, FileSpreadsheet, Mail } from "lucide-react";
import { type MutableRefObject, useMemo, useRef } from "react";
import { batchUrl, type ListAddress, listSearch, refilter } from "#app/list/list-address";
import type { Selection } from "#app/list/selection";
import { sheetKeysAhead } from "#app/routes/applicants/sheet-keys";
import { may } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import type { Store } from "#app/ui/store";

interface ListCommands {
	base: string;
	address: ListAddress;
	rows: readonly { id: string }[];
	selection: Selection;
	mayMove: boolean;
	mayEmail: boolean;
	/** The id of the row at the keyboard's cursor. */
	cursor: Store<string | undefined>;
}

/**
 * Adds the list's keys: `j k` move, `x` select, `⇧X` range, `⌘A` page, `Enter` open, `/` search, `f` filter. why:
 * commands read the cursor when they run, so that moving it registers nothing.
 */
export const useListCommands = (props: ListCommands): void => {
	const { base, address, rows, selection, mayMove, mayEmail, cursor } = props;
	const navigate = useNavigate();
	const isNobodyOpen = useParams().applicantId === undefined;
	// why a ref: the start of a range outlives the rows, which a colleague's change reloads.
	const anchor = useRef<string>();
	const commands = useMemo<Command[]>(() => {
		const ids = rows.map(({ id }) => id);
		const place = () => ids.indexOf(cursor.get() ?? "");
		const move = (by: number) => {
			const at = place();
			const id = ids[Math.max(0, Math.min(ids.length - 1, at < 0 ? 0 : at + by))];
			cursor.set(id);
			document.getElementById(`row-${id}`)?.scrollIntoView({ block: "nearest" });
		};
		const open = () => {
			const id = ids[place()];
			if (id) navigate(`${base}/${id}${listSearch(address)}`, { preventScrollReset: true });
		};
		const rowKeys: Command[] = [
			{ id: "list-next", title: "Next row", group: "List", keys: ["j"], keyOnly: true, run: () => move(1) },
			{ id: "list-previous", title: "Previous row", group: "List", keys: ["k"], keyOnly: true, run: () => move(-1) },
			{ id: "list-open", title: "Open row", group: "List", keys: ["Enter"], keyOnly: true, run: open },
			{
				id: "list-search",
				title: "Search in the list",
				group: "List",
				keys: ["/"],
				run: () => document.getElementById("list-search")?.focus(),
			},
			{
				id: "list-filter",
				title: "Filter the list",
				group: "List",
				keys: ["f"],
				run: () => document.getElementById("list-filters")?.focus(),
			},
			{
				id: "list-sort",
				title: address.sort ? "Newest first" : "Longest waiting first",
				group: "List",
				keywords: "sort order waiting",
				run: () => navigate(base + refilter(address, { sort: address.sort ? undefined : "waiting" })),
			},
			{
				id: "list-save-view",
				title: "Save this list as a view…",
				group: "List",
				icon: Bookmark,
				keywords: "pin name share filter",
				run: () => navigate(`${base}/views/new${listSearch(address)}`, { preventScrollReset: true }),
			},
		];
		return [
			...rowKeys,
			...(mayMove || mayEmail ? selectKeys({ ids, place, selection, anchor }) : []),
			...(mayEmail
				? [emailAll(() => navigate(`${base}/email${listSearch(address)}`, { preventScrollReset: true }))]
				: []),
			exportList(() => navigate(batchUrl(base, "export", address, selection.get()), { preventScrollReset: true })),
			...(mayEmail
				? [notifyAll(() => navigate(`${base}/notify${listSearch(address)}`, { preventScrollReset: true }))]
				: []),
			reportList(() => navigate(`${base}/report${listSearch(address)}`, { preventScrollReset: true })),
			...(isNobodyOpen ? sheetKeysAhead({ mayMove, mayEmail }) : []),
		];
	}, [rows, cursor, base, address, selection, mayMove, mayEmail, isNobodyOpen, navigate]);
	useCommands(commands);
};

const emailAll = (run: () => void): Command => ({
	id: "list-email",
	title: "Send email to all of the list…",
	group: "List",
	icon: Mail,
	run,
});

const reportList = (run: () => void): Command => ({
	id: "list-report",
	title: "Report of the application…",
	group: "List",
	icon: ChartNoAxesColumn,
	keywords: "counts statistics stage course day reasons excel",
	calls: may.seeReports,
	run,
});

const exportList = (run: () => void): Command => ({
	id: "list-export",
	title: "Export the list…",
	group: "List",
	icon: FileSpreadsheet,
	keywords: "excel csv spreadsheet download candidates",
	keys: ["shift+E"],
	run,
});

const notifyAll = (run: () => void): Command => ({
	id: "list-notify",
	title: "Notify all at a stage again…",
	group: "List",
	icon: Mail,
	keywords: "email template stage resend",
	run,
});

interface Rows {
	ids: readonly string[];
	/** Returns the index of the cursor's row; -1 for none. */
	place(): number;
	selection: Selection;
	/** The row that was selected last. */
	anchor: MutableRefObject<string | undefined>;
}

const selectKeys = ({ ids, place, selection, anchor }: Rows): Command[] => {
	return [
		{
			id: "list-select",
			title: "Select row",
			group: "List",
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
			group: "List",
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
			group: "List",
			keys: ["mod+a"],
			run: () => selection.add(ids),
		},
	];
};
