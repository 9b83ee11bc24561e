import { Callout } from "#app/ui/callout";
import { classNames } from "#app/ui/class-names";
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

/**
 * Names the open applicant's possible duplicates and the applicants merged into it. @param className hides it where the
 * column beside the form has the same
 */
export const OnePerson = ({ alike, merges, className }: OnePersonProps & { className?: string | undefined }) => {
	if (alike.length + merges.length === 0) return null;
	return (
		<Callout className={classNames("mx-5 mt-3 max-sm:mx-3", className)}>
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

/** The same as cards, in the column beside the form. */
export const OnePersonCards = ({ alike, merges }: OnePersonProps) => {
	if (alike.length + merges.length === 0) return null;
	return (
		<section aria-labelledby="aside-one-person">
			<h3 id="aside-one-person" className="mb-3">
				{alike.length > 0 ? "Possible duplicate" : "Merged"}
			</h3>
			<ul className="grid gap-2">
				{alike.map(({ name, number, why, to }) => (
					<PersonCard key={to} name={name} about={`${why} · ${number}`} to={to} label="Compare" />
				))}
				{merges.map(({ name, number, to }) => (
					<PersonCard key={to} name={name} about={`Merged into this record · ${number}`} to={to} label="Show merge" />
				))}
			</ul>
		</section>
	);
};

const PersonCard = ({ name, about, to, label }: { name: string; about: string; to: string; label: string }) => (
	<li className="rounded-md border border-line bg-panel px-3 py-2 text-sm">
		<p className="font-medium [overflow-wrap:anywhere]">
			<bdi>{name}</bdi>
		</p>
		<p className="text-text-2 first-letter:uppercase">{about}</p>
		<TextLink to={to}>{label}</TextLink>
	</li>
);
