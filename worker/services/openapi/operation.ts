import type { Schema } from "#worker/services/openapi/json-schema";

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description: string;
	schema: Schema;
	example: unknown;
}

export type Content = Record<string, { schema: Schema; example?: unknown; examples?: object }>;

export interface ResponseObject {
	description: string;
	headers?: Record<string, { description: string; schema: Schema }>;
	content?: Content;
}

export interface Operation {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	"x-privileges"?: readonly string[];
	security: Record<string, string[]>[];
	parameters: Parameter[];
	requestBody?: { required: true; content: Content };
	responses: Record<string, ResponseObject | { $ref: string }>;
}
