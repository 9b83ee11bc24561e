import { fullName } from "#app/format/names";
import { belongingsInWords } from "#app/routes/duplicates/belongings";
import type { SideName } from "#app/routes/duplicates/choices";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Avatar } from "#app/ui/avatar";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { FieldErrors } from "#app/ui/form/field";
import { Radio } from "#app/ui/radio";
import { TextLink } from "#app/ui/text-link";
import { formatDate } from "#worker/contract/text/dates";
import type { Side } from "#worker/services/duplicates/contract";

interface SideHeadsProps {
	shown: { first: Side; second: Side };
	/** The record to keep; undefined for a user who may not merge. */
	keep: SideName | undefined;
	errors: readonly string[] | undefined;
}

/** Both applicants with what belongs to each, and the choice of the record to keep. */
export const SideHeads = ({ shown: { first, second }, keep, errors = [] }: SideHeadsProps) => {
	const shared = { search: `?first=${first.id}&second=${second.id}`, keep, isWrong: errors.length > 0 };
	return (
		<fieldset className="min-w-0">
			<legend className={keep ? "mb-2 font-medium" : "sr-only"}>
				{keep ? "Which record do you want to keep?" : "The applicants"}
			</legend>
			<div className="grid grid-cols-1 gap-3 md:grid-cols-2">
				<SideHead {...shared} side={first} name="first" />
				<SideHead {...shared} side={second} name="second" />
			</div>
			{errors.length > 0 && (
				<div className="mt-2">
					<FieldErrors id="keep-errors" errors={errors} />
				</div>
			)}
		</fieldset>
	);
};

interface SideHeadProps {
	side: Side;
	search: string;
	name: SideName;
	keep: SideName | undefined;
	isWrong: boolean;
}

const SideHead = ({ side, search, name, keep, isWrong }: SideHeadProps) => {
	const { orgName, organisation } = useShell();
	const { id, applicationNumber, stage, course, regDate, hasPhoto, accountEmail, percentComplete, belongings } = side;
	const here = `/${orgName}/applicants/${id}`;
	const label = `Passport picture of ${fullName(side)}`;
	return (
		<Card className="flex flex-col p-4 transition-colors has-checked:border-accent max-sm:p-3">
			<div className="flex items-start gap-3.5">
				<Avatar name={fullName(side)} size="passport" photoUrl={hasPhoto ? `${here}/photo` : null} label={label} />
				<div className="min-w-0 flex-1">
					<h2 className="text-base [overflow-wrap:anywhere]">
						<TextLink to={here} className="font-medium">
							{fullName(side)}
						</TextLink>
					</h2>
					<p className="text-text-2 tabular-nums">{applicationNumber}</p>
					<p className="mt-1">
						<StageBadge type={stage.type} name={stage.name} />
					</p>
				</div>
			</div>
			<div className="mt-2">
				<DescriptionList columns={1}>
					<DescriptionItem
						label={<span className="inline-block first-letter:uppercase">{organisation.aliases.course}</span>}
					>
						{course.code} · {course.title}
					</DescriptionItem>
					<DescriptionItem label="Registered">{formatDate(regDate, organisation.timeZone)}</DescriptionItem>
					<DescriptionItem label="Submitted by">{accountEmail}</DescriptionItem>
					<DescriptionItem label="Form">
						{percentComplete === null ? "Not started" : `${percentComplete}% complete`}
					</DescriptionItem>
					<DescriptionItem label="Has">{belongingsInWords(belongings) || "Nothing"}</DescriptionItem>
				</DescriptionList>
			</div>
			{keep && (
				<label htmlFor={`keep-${name}`} className="mt-auto flex w-fit items-center gap-2.5 pt-3 font-medium">
					<Radio
						id={`keep-${name}`}
						name="keep"
						value={name}
						defaultChecked={keep === name}
						aria-invalid={isWrong || undefined}
						aria-describedby={isWrong ? "keep-errors" : undefined}
					/>
					<span>
						Keep <span className="tabular-nums">{applicationNumber}</span>
					</span>
				</label>
			)}
			{keep && keep !== name && (
				<noscript>
					<p className="mt-1">
						<TextLink to={`${search}&keep=${name}`}>Choose all of {applicationNumber}</TextLink>
					</p>
				</noscript>
			)}
		</Card>
	);
};
