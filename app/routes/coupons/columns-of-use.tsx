import type { Column } from "#app/records/record-table";
import { Badge } from "#app/ui/badge";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import { formatMoney } from "#worker/contract/text/money";
import type { CouponUse } from "#worker/services/coupons/contract";

interface Shown<Row> {
	/** The institution's address, without the last slash. */
	base: string;
	timeZone: string;
	useOf(row: Row): CouponUse | null;
}

const looks = { success: ["green", "Paid"], pending: ["amber", "Pending"], failed: ["red", "Failed"] } as const;

/** Who used a code, when, and for which payment. */
export const columnsOfUse = <Row,>({ base, timeZone, useOf }: Shown<Row>): readonly Column<Row>[] => [
	{
		heading: "Applicant",
		card: "line",
		isNamedInCard: true,
		cell: (row) => {
			const use = useOf(row);
			if (!use) return missing;
			if (!use.applicant) return <span className="text-text-3">Not shown to you</span>;
			const { id, name, applicationNumber } = use.applicant;
			return (
				<>
					<TextLink to={`${base}/applicants/${id}/transactions`}>{name}</TextLink>{" "}
					<span className="text-text-3">{applicationNumber}</span>
				</>
			);
		},
	},
	{
		heading: "Used at",
		width: 240,
		card: "line",
		isNamedInCard: true,
		muted: true,
		text: (row) => {
			const use = useOf(row);
			return use ? formatDateTime(use.usedAt, timeZone) : missing;
		},
	},
	{
		heading: "Payment",
		width: 200,
		card: "line",
		isNamedInCard: true,
		muted: true,
		text: (row) => useOf(row)?.reference ?? missing,
	},
	{
		heading: "Taken off",
		width: 120,
		card: "line",
		numeric: true,
		cell: (row) => {
			const use = useOf(row);
			return use ? formatMoney(use.amount, use.currency) : missing;
		},
	},
	{
		heading: "Status",
		width: 100,
		card: "aside",
		cell: (row) => {
			const status = useOf(row)?.status;
			if (!status) return null;
			const [colour, label] = looks[status];
			return <Badge colour={colour}>{label}</Badge>;
		},
	},
];
