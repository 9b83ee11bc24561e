import { Callout } from "#app/ui/callout";
import { TextLink } from "#app/ui/text-link";

interface Named {
	name: string;
	number: string;
	to: string;
}

export interface OnePersonProps {
	alike: readonly (Named & { why: string })[];
	merges: readonly Named[];
}

/** Names the open applicant's possible duplicates and the applicants merged into it. */
export const OnePerson = ({ alike, merges }: OnePersonProps) => {
	if (alike.length + merges.length === 0) return null;
	return (
		<Callout className="mx-5 mt-3 max-sm:mx-3">
			{alike.map(({ name, number, why, to }) => (
				<p key={to}>
					May be the same person as {name} ({number}): {why}. <TextLink to={to}>Compare</TextLink>
				</p>
			))}
			{merges.map(({ name, number, to }) => (
				<p key={to}>
					{name} ({number}) was merged into this record. <TextLink to={to}>Show merge</TextLink>
				</p>
			))}
		</Callout>
	);
};
