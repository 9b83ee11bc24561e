import { useEffect, useState } from "react";
import * as v from "valibot";
import { askRoute } from "#app/shell/palette/route-data";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { TextLink } from "#app/ui/text-link";

const Named = { name: v.string(), number: v.string(), to: v.string() };
const Answer = v.object({
	alike: v.array(v.object({ ...Named, why: v.string() })),
	merges: v.array(v.object(Named)),
});
type Answer = v.InferOutput<typeof Answer>;

/**
 * Names the possible duplicates of the open applicant, and the applicants that were merged into it.
 * why the browser loads them: few applicants have any, and no record should wait for it.
 */
export const OnePerson = ({ applicantId }: { applicantId: string }) => {
	const { orgName } = useShell();
	const [found, setFound] = useState<Answer & { id: string }>();
	useEffect(() => {
		const controller = new AbortController();
		const ask = async () => {
			const address = `/${orgName}/duplicates/of/${applicantId}`;
			const answer = await askRoute(address, "routes/duplicates/of-applicant", Answer, { signal: controller.signal });
			// why no error: the list of possible duplicates shows the same.
			if (!controller.signal.aborted && answer.ok) setFound({ ...answer.data, id: applicantId });
		};
		ask().catch((error) => {
			if (!controller.signal.aborted) throw error;
		});
		return () => controller.abort();
	}, [orgName, applicantId]);
	if (found?.id !== applicantId || found.alike.length + found.merges.length === 0) return null;
	return (
		<Callout className="mx-5 mt-3 max-sm:mx-3">
			{found.alike.map(({ name, number, why, to }) => (
				<p key={to}>
					May be the same person as {name} ({number}): {why}. <TextLink to={to}>Compare</TextLink>
				</p>
			))}
			{found.merges.map(({ name, number, to }) => (
				<p key={to}>
					{name} ({number}) was merged into this record. <TextLink to={to}>Show merge</TextLink>
				</p>
			))}
		</Callout>
	);
};
