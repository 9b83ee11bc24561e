import type { KnownStageType } from "#worker/contract/stage-types";

/** Code, title and how sought after, from 1. */
type CoursePlan = readonly [code: string, title: string, demand: number];

/** Departments of a faculty (or school), each with its courses. */
export type StructurePlan = Readonly<Record<string, Readonly<Record<string, readonly CoursePlan[]>>>>;

type StepPlan = readonly [name: string, type: KnownStageType];

export interface ApplicationPlan {
	/** Names the application within the demo data. */
	key: string;
	title: string;
	workflow: string;
	form: "undergraduate" | "undergraduate-old" | "postgraduate" | "polytechnic";
	/** Of the 5,000 applicants, in both institutions together. */
	applicants: number;
	active: boolean;
	/** Registration, in days before the demo data is made. */
	opened: number;
	closed: number;
	/** The session that application numbers name: 26. */
	year: number;
	tags: readonly string[];
	/** Which of the courses it offers. */
	offers: (code: string) => boolean;
	/** How applicants are spread over its stages, by stage type. */
	stages: Partial<Record<KnownStageType, number>>;
}

/** A made-up institution: everything about it that is not chance. */
export interface Institution {
	id: string;
	name: string;
	shortName: string;
	/** Prefix of its words in the full-text index; three letters. */
	searchKey: string;
	/** Prefix of its application numbers. */
	numberPrefix: string;
	courseAlias: string;
	address: string;
	phone: string;
	domain: string;
	password: string;
	/** Who signs its letters. */
	signatory: { name: string; title: string };
	locations: readonly string[];
	levels: readonly [string, string];
	structure: StructurePlan;
	groups: Readonly<Record<string, readonly string[]>>;
	workflows: Readonly<Record<string, { name: string; steps: readonly StepPlan[] }>>;
	applications: readonly ApplicationPlan[];
}
