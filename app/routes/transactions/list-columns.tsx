import { Eye, MoreHorizontal, RefreshCw } from "lucide-react";
import type { Column } from "#app/records/record-table";
import { Returned, shownAmount } from "#app/routes/transactions/transaction-status";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { Glyph } from "#app/ui/glyph";
import { iconButtonClass } from "#app/ui/icon-button";
import { Menu } from "#app/ui/menu/menu";
import { RowLink } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import type { Transaction } from "#worker/services/transactions/contract";

interface ShownList {
	here: string;
	/** The query text of the list, which what opens over it keeps. */
	list: string;
	/** Whether the user may read payments: their details, and their state with the provider. */
	mayRead: boolean;
	/** The id of the form that asks the provider. */
	checkForm: string;
	timeZone: string;
}

/** The columns of the screen, in the specification's order and words (§2). */
export const transactionColumns = ({
	here,
	list,
	mayRead,
	checkForm,
	timeZone,
}: ShownList): readonly Column<Transaction>[] => [
	{
		heading: "Payer's Email",
		card: "title",
		text: ({ email }) => email,
		cell: ({ id, email }) =>
			mayRead ? (
				<RowLink
					to={`${here}/${id}${list}`}
					preventScrollReset
					className="align-bottom max-lg:[overflow-wrap:anywhere] lg:max-w-full lg:truncate"
				>
					{email}
				</RowLink>
			) : (
				email
			),
	},
	{ heading: "User Account", width: 200, card: "hidden", muted: true, text: ({ username }) => username },
	{
		heading: "RRR",
		width: 140,
		card: "hidden",
		muted: true,
		className: "tabular-nums",
		text: ({ rrr }) => rrr ?? missing,
	},
	{ heading: "Amount", width: 120, card: "aside", numeric: true, isNamedInCard: false, text: shownAmount },
	{ heading: "Platform", width: 105, card: "hidden", muted: true, text: ({ platform }) => platformName(platform) },
	{
		heading: "Date",
		width: 170,
		card: "line",
		muted: true,
		className: "tabular-nums",
		text: ({ createdAt }) => formatDateTime(createdAt, timeZone),
		cell: ({ createdAt, platform }) => (
			<>
				<span className="lg:hidden">{platformName(platform)} · </span>
				{formatDate(createdAt, timeZone)}
			</>
		),
	},
	{
		heading: "Status",
		width: 110,
		card: "line",
		cell: (payment) => (
			<>
				<TransactionStatusBadge status={payment.status} />
				<Returned {...payment} />
			</>
		),
	},
	...(mayRead ? [actionColumn({ here, list, checkForm })] : []),
];

const actionColumn = ({ here, list, checkForm }: Pick<ShownList, "here" | "list" | "checkForm">) =>
	({
		heading: "Action",
		width: 72,
		card: "end",
		clipped: false,
		cell: ({ id, reference }) => (
			<Menu
				label={`Actions for ${reference}`}
				button={<Glyph icon={MoreHorizontal} />}
				buttonClassName={iconButtonClass("small")}
				entries={[
					{ id: "check", label: "Check Status", icon: RefreshCw, form: { id: checkForm, name: "check", value: id } },
					{ id: "details", label: "View Details", icon: Eye, to: `${here}/${id}${list}` },
				]}
			/>
		),
	}) satisfies Column<Transaction>;
