import { Link, useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import { FoundApplications } from "#app/shell/found-applications";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import { selectClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useLazy } from "#app/ui/use-lazy";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** §9: the delay of the application search. */
const searchDelayMs = 500;

const load = async () => (await import("#app/ui/form/combobox-control")).ComboboxControl;

interface ApplicationPickerProps {
	application: { id: string; title: string };
	/** The page that finds applications; the picker loads its data too. */
	findPath: string;
	/** The query text of that page without JavaScript. */
	findSearch: string;
	toOf: (applicationId: string) => string;
}

/** Chooses the application that a page shows: by typing, or on a page of its own without JavaScript. */
export const ApplicationPicker = ({ application, findPath, findSearch, toOf }: ApplicationPickerProps) => {
	const navigate = useNavigate();
	const link = useRef<HTMLAnchorElement>(null);
	// why: a link that has the focus is not replaced under the user.
	const Control = useLazy(load, () => link.current !== document.activeElement);
	const { answer, answeredQuery, isPending, ask } = useRouteAnswer("routes/applicants/applications", FoundApplications);
	const find = (title: string) => ask(`${findPath}?title=${encodeURIComponent(title)}`, title);
	const search = useDebouncedCallback(find, searchDelayMs);
	const [chosen, setChosen] = useState({ value: application.id, label: application.title });
	const offered = answer ? (answer.ok ? answer.data.applications : []) : [application];
	return (
		<div
			// why quiet: it is a part of the title, and seldom changed.
			className="w-80 max-w-full max-sm:w-full [&_.control:not(:focus-visible,:hover)]:border-transparent [&_.control:not(:focus-visible,:hover)]:bg-transparent"
		>
			{Control ? (
				<Field name="application" label="Application" hideLabel>
					{(wiring) => (
						<Control
							wiring={wiring}
							options={offered.map(({ id, title }) => ({ value: id, label: title }))}
							chosen={chosen}
							placeholder="Choose"
							pending={isPending}
							onFocus={() => {
								if (!answer?.ok && !isPending) find("");
							}}
							onQuery={search}
							answeredQuery={answeredQuery}
							onChoose={(choice) => {
								if (!choice || choice.value === application.id) return;
								setChosen(choice);
								navigate(toOf(choice.value));
							}}
							emptyText={answer?.ok === false ? answer.error : "No application has that title."}
						/>
					)}
				</Field>
			) : (
				<Link ref={link} to={findPath + findSearch} className={`${selectClass} truncate leading-8.5`}>
					<VisuallyHidden>Application: </VisuallyHidden>
					{application.title}
				</Link>
			)}
		</div>
	);
};
