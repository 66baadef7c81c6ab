/** Where a connection writes to, from the one text in which the service keeps it. */
import { Schema } from "effect"
import { optional } from "../inputs.ts"

/** Parts of the text that says where a connection writes to. */
export const DestinationSchema = Schema.Struct({
  name: optional(Schema.String, "Name of the schema."),
  table: optional(Schema.String, "Name of the table."),
  tableGroupName: optional(Schema.String, "Name of the group of tables."),
  prefix: optional(Schema.String, "What the names of schemas begin with.")
}).annotate({ identifier: "DestinationSchema" })

/** Copies of whole databases: their schemas get this text before their own names. */
const PREFIXED = new Set(
  `airtable aurora aurora_postgres azure_cosmos_for_mongo azure_postgres azure_sql_db azure_sql_managed_db bigquery_db
  clarity cockroachdb cosmos databricks_db db2 db2i_hva db2i_sap_hva db2luw db2z documentdb dynamics_365_fo ehr
  epic_clarity google_cloud_mysql google_cloud_postgresql google_cloud_sqlserver hana_sap_hva_b1 hana_sap_hva_ecc
  hana_sap_hva_s4 heroku_postgres magento_mysql magento_mysql_rds maria maria_azure maria_rds mongo mongo_sharded mysql
  mysql_azure mysql_rds oracle oracle_business_intelligence_publisher oracle_ebs oracle_fusion_cloud_apps_crm
  oracle_fusion_cloud_apps_fscm oracle_fusion_cloud_apps_hcm oracle_hva oracle_rac oracle_rds oracle_sap_hva postgres
  postgres_rds redshift_db sap_hana_db snowflake_db sql_server sql_server_hva sql_server_rds
  sql_server_sap_ecc_hva`.split(/\s+/)
)

/** Stores of files: what stands behind the dot is a group of tables, and never one table. */
const GROUPED = new Set(["guidewire_cloud_data_access", "s3_compatible_storage", "share_point"])

/** For a service that is not known here, the text is a schema, and behind a dot a table. */
export const destinationSchemaOf = (service: string, schema: string): typeof DestinationSchema.Type => {
  if (PREFIXED.has(service)) return { prefix: schema }
  const dot = schema.indexOf(".")
  if (dot < 0) return { name: schema }
  const rest = schema.slice(dot + 1)
  return { name: schema.slice(0, dot), ...(GROUPED.has(service) ? { tableGroupName: rest } : { table: rest }) }
}
