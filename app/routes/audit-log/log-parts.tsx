import { logSearchWith } from "#app/routes/audit-log/log-address";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Link as PlainLink } from "#app/ui/link";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import type { Activity } from "#worker/services/audit-log/contract";

export interface ShownLog {
	/** The address of the log, and its query text. */
	here: string;
	search: string;
	timeZone: string;
	/** Where applicants open, for users who may see them. */
	applicants: string | null;
}

const kinds: Readonly<Record<Activity["by"]["kind"], string | undefined>> = {
	staff: undefined,
	api_key: "API key",
	referee: "Referee",
	system: undefined,
};

/** Who did it, as a link to all that they did. */
export const By = ({ by, here, search }: Pick<ShownLog, "here" | "search"> & { by: Activity["by"] }) => {
	const kind = kinds[by.kind];
	return (
		<>
			{by.username === null ? (
				by.name
			) : (
				<PlainLink
					to={here + logSearchWith(search, "username", by.username)}
					title={`Only entries of ${by.username}`}
					className="hover:underline"
				>
					{by.name}
				</PlainLink>
			)}
			{kind !== undefined && <span className="block text-sm text-text-3">{kind}</span>}
		</>
	);
};

/** What an entry is about, as a link to all about it, and to the applicant. */
export const About = ({
	subject,
	here,
	search,
	applicants,
}: Pick<ShownLog, "here" | "search" | "applicants"> & { subject: Activity["subject"] }) =>
	subject && (
		<>
			<PlainLink
				to={here + logSearchWith(search, "subject", subject.id)}
				title={`Only entries about ${subject.name}`}
				className="inline-block leading-6 hover:underline"
			>
				{subject.name}
			</PlainLink>
			{applicants !== null && subject.applicantId !== null && (
				<>
					{" "}
					<TextLink to={`${applicants}/${subject.applicantId}`} className="inline-block leading-6">
						Open
					</TextLink>
				</>
			)}
		</>
	);

/** The network address and the browser that a change came from. */
export const FromWhere = ({ address, device, userAgent }: Pick<Activity, "address" | "device" | "userAgent">) => (
	<>
		{address ?? missing}
		{device !== null && (
			<span className="block text-sm text-text-3" title={userAgent ?? undefined}>
				{device}
			</span>
		)}
	</>
);

/** Says that a search stopped on the way, and leads further back. */
export const SearchedTo = ({ at, nextTo, timeZone }: { at: number; nextTo: string | undefined; timeZone: string }) => (
	<Callout tone="info">
		<p>Searched back to {formatDateTime(at, timeZone)}: these filters together fit few entries.</p>
		{nextTo && (
			<LinkButton to={nextTo} size="small" className="mt-2" preventScrollReset>
				Search further back
			</LinkButton>
		)}
	</Callout>
);
