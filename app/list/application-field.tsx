import * as v from "valibot";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import type { Choice } from "#app/ui/form/choice";
import { ComboboxField, type ComboboxFieldProps } from "#app/ui/form/combobox-field";
import { useDebouncedCallback } from "#app/ui/use-debounced";

/** §9: the delay of the application search. */
const searchDelayMs = 500;

const Found = v.object({ choices: v.array(v.object({ value: v.string(), label: v.string() })) });

type Taken = "description" | "defaultValue" | "errors" | "form" | "hideLabel" | "className" | "onChosen";

interface ApplicationFieldProps extends Pick<ComboboxFieldProps, Taken> {
	name?: string;
	placeholder: string;
	/** The applications that are offered before the user searches. */
	choices: readonly Choice[];
	/** The route whose loader finds further ones by `title`, as `choices`, and its address. */
	routeId: string;
	findPath: string;
	autoFocusInDialog?: boolean;
}

/** Chooses an application for a form, by typing where there are scripts. */
export const ApplicationField = ({
	name = "applicationId",
	choices,
	routeId,
	findPath,
	...field
}: ApplicationFieldProps) => {
	const { answer, answeredQuery, isPending, ask } = useRouteAnswer(routeId, Found);
	const find = (title: string) => ask(`${findPath}?${new URLSearchParams({ title })}`, title);
	return (
		<ComboboxField
			{...field}
			name={name}
			label="Application"
			// why not the answer to no text: what is chosen is among the first that are offered.
			options={answer?.ok && answeredQuery !== "" ? answer.data.choices : choices}
			pending={isPending}
			answeredQuery={answeredQuery}
			onQuery={useDebouncedCallback(find, searchDelayMs)}
			emptyText={answer?.ok === false ? answer.error : "No application has that title."}
		/>
	);
};
