import { useNavigation } from "@remix-run/react";
import { ListPlus } from "lucide-react";
import { formatCount, formatNumber } from "#app/format/numbers";
import type { LoadedAssistant, Reading } from "#app/routes/assistant/load-assistant.server";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/checkbox";
import { Form } from "#app/ui/form/form";
import { SelectField } from "#app/ui/form/select-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { WarningMark } from "#app/ui/marks";
import { TextLink } from "#app/ui/text-link";
import { maxPrompt } from "#worker/contract/criteria/terms";

type WordsFormProps = Pick<
	LoadedAssistant,
	"application" | "stages" | "stage" | "prompt" | "here" | "isWithoutWords" | "model" | "asked"
>;

const example =
	"For example: at least five credits including English and Mathematics in one sitting, JAMB above 220, from Kogi, no outstanding payment";

/** Describes who is looked for, in words; or goes on to choose criteria by hand. */
export const WordsForm = ({ application, stages, stage, prompt, here, isWithoutWords, ...shown }: WordsFormProps) => {
	const { model, asked } = shown;
	const navigation = useNavigation();
	const isReading = navigation.state === "loading" && navigation.location.search.includes("q=");
	return (
		<Card>
			<Form method="get" action={here} preventScrollReset className="grid gap-3 px-4 py-4">
				<input type="hidden" name="application" value={application.id} />
				<TextareaField
					key={prompt}
					name="q"
					label="Who are you looking for?"
					description={example}
					defaultValue={prompt}
					errors={isWithoutWords ? ["Describe the applicants that you look for"] : []}
					maxLength={maxPrompt}
					rows={3}
				/>
				<div className="flex flex-wrap items-end gap-2.5">
					<SelectField
						key={stage}
						name="stage"
						label="Applicants at"
						placeholder="Any stage"
						options={stages}
						defaultValue={stage}
						className="min-w-40 max-sm:w-full sm:w-60"
					/>
					<Button variant="primary" pending={isReading}>
						Find criteria
					</Button>
					<Button name="by" value="hand" icon={ListPlus}>
						Choose criteria by hand
					</Button>
				</div>
				{model && <ModelChoice model={model} isBuiltIn={asked.translator !== undefined} />}
			</Form>
		</Card>
	);
};

interface ModelChoiceProps {
	model: NonNullable<LoadedAssistant["model"]>;
	/** Whether the built-in translator is wanted. */
	isBuiltIn: boolean;
}

/** Says which model reads the words, how much of the day's readings is used, and offers to read them without it. */
const ModelChoice = ({ model: { name, readToday, dailyLimit }, isBuiltIn }: ModelChoiceProps) => (
	<div className="grid gap-1 text-sm">
		<label htmlFor="translator" className="flex min-h-8 items-center gap-2">
			<Checkbox
				key={String(isBuiltIn)}
				id="translator"
				name="translator"
				value="built-in"
				defaultChecked={isBuiltIn}
				aria-describedby="translator-hint"
			/>
			Read with the built-in translator
		</label>
		<p id="translator-hint" className="text-text-2 [overflow-wrap:anywhere]">
			Otherwise {name} reads your words. It is sent the words and the labels of the form, and nothing of the applicants:
			leave their names out. {formatNumber(readToday)} of {formatCount(dailyLimit, "reading")} used today.
		</p>
	</div>
);

/** What of the words was not understood, with what they may mean, and what was taken for misspelt. */
export const ReadingNotes = ({ reading }: { reading: Reading }) => {
	const { notUnderstood, corrections, hasCriteria, readBy, toBuiltIn } = reading;
	return (
		<>
			{readBy?.fallback && (
				<Callout tone="warning" icon={WarningMark} role="status">
					<p className="[overflow-wrap:anywhere]">{readBy.fallback} The built-in translator read them instead.</p>
				</Callout>
			)}
			{readBy?.model && toBuiltIn && (
				<p className="text-text-2 [overflow-wrap:anywhere]">
					Read by {readBy.model}. Check the criteria before you judge by them.{" "}
					<TextLink to={toBuiltIn} preventScrollReset>
						Read with the built-in translator
					</TextLink>
				</p>
			)}
			{notUnderstood.length > 0 && (
				<Callout tone="warning" icon={WarningMark} role="status">
					<p>
						{hasCriteria
							? "Some words were not understood, and are not among the criteria:"
							: "No criterion was understood. Choose a meaning, use other words, or choose criteria by hand:"}
					</p>
					<ul className="mt-1 grid gap-1">
						{notUnderstood.map(({ words, choices }) => (
							<li key={words} className="[overflow-wrap:anywhere]">
								“{words}”
								{choices.length > 0 && (
									<>
										{" "}
										may mean{" "}
										{choices.map(({ label, to }, index) => (
											<span key={label}>
												{index > 0 && (index === choices.length - 1 ? " or " : ", ")}
												<TextLink to={to} preventScrollReset>
													{label}
												</TextLink>
											</span>
										))}
									</>
								)}
							</li>
						))}
					</ul>
				</Callout>
			)}
			{corrections.length > 0 && (
				<Callout role="status">
					{corrections.map(({ typed, readAs }) => (
						<p key={typed}>
							“{typed}” was read as “{readAs}”.
						</p>
					))}
				</Callout>
			)}
		</>
	);
};
