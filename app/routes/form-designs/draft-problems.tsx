import { formatCount } from "#app/format/numbers";
import type { EditorData } from "#app/routes/form-designs/editor";
import { Callout } from "#app/ui/callout";
import { TextLink } from "#app/ui/text-link";

interface DraftProblemsProps {
	data: Pick<EditorData, "problems" | "allProblems" | "mayEdit">;
	/** The address of the form. */
	here: string;
}

/** How much prevents the draft from being published, and what of it is in the open section. */
export const DraftProblems = ({ data: { problems, allProblems, mayEdit }, here }: DraftProblemsProps) => (
	<Callout tone="warning">
		<p>
			{formatCount(allProblems, "thing prevents", "things prevent")} publishing.
			{mayEdit && (
				<>
					{" "}
					<TextLink to={`${here}/publish`} preventScrollReset>
						See all
					</TextLink>
				</>
			)}
		</p>
		{problems.length > 0 && (
			<ul className="mt-1 list-disc ps-5">
				{problems.map(({ message }) => (
					<li key={message}>{message}</li>
				))}
			</ul>
		)}
	</Callout>
);
